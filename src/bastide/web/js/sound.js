// Sounds: plays the rendered takes, at the volume of the player.

import { limited, RECIPES, render } from "./synthesis.js";

/**
 * @typedef {object} SoundOptions
 * @property {boolean} [quiet] whether others caused it
 * @property {number} [pitch] the factor of its pitch
 */

/** The gain of sounds that others caused. */
const QUIET = 0.5;
/** How much pitch and gain of a sound with several takes vary. */
const DETUNE = 0.03;
const UNEVEN = 0.12;

/** @type {{context: AudioContext, input: AudioNode, setVolume: (volume: number) => void}|null} */
let output = null;
/** The takes of each sound. @type {Map<string, Promise<AudioBuffer[]>>} */
const rendered = new Map();

/**
 * The gain of a volume: loudness is felt on a logarithmic scale.
 * @param {number} volume from 0 to 100
 */
export const gainOf = (volume) => (Math.min(100, Math.max(0, volume)) / 100) ** 2;

/**
 * The end of the signal path: a limiter, then the volume.
 * @template {BaseAudioContext} T
 * @param {T} context
 */
export function connected(context) {
  const input = limited(context);
  const volume = context.createGain();
  input.connect(volume).connect(context.destination);
  return {
    context,
    input,
    /** @param {number} value from 0 to 100 */
    setVolume: (value) => {
      volume.gain.value = gainOf(value);
    },
  };
}

/** @param {string} name */
function takesOf(name) {
  const takes =
    rendered.get(name) ?? Promise.all(Array.from({ length: RECIPES[name].takes ?? 1 }, (_, i) => render(name, i)));
  rendered.set(name, takes);
  return takes;
}

/**
 * Play a sound.
 * @param {string} name
 * @param {number} volume from 0 to 100
 * @param {SoundOptions} [options]
 */
export async function play(name, volume, { quiet = false, pitch = 1 } = {}) {
  try {
    output ??= connected(new AudioContext());
    const { context, input } = output;
    if (context.state === "suspended") await context.resume();
    output.setVolume(volume);
    const takes = await takesOf(name);
    const source = context.createBufferSource();
    const gain = context.createGain();
    const varied = takes.length > 1;
    source.buffer = takes[Math.floor(Math.random() * takes.length)];
    source.playbackRate.value = pitch * (varied ? 1 + DETUNE * (2 * Math.random() - 1) : 1);
    gain.gain.value = (quiet ? QUIET : 1) * (varied ? 1 - UNEVEN * Math.random() : 1);
    source.connect(gain).connect(input);
    source.start();
  } catch {
    // No audio device: stay silent.
  }
}
