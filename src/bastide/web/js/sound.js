// Sounds, synthesized with Web Audio.

/** @type {AudioContext|null} */
let context = null;

/**
 * Play a note with a soft attack and a quick decay.
 * @param {number} frequency
 * @param {number} length in seconds
 * @param {{at?: number, type?: OscillatorType, gain?: number}} [options]
 */
function note(frequency, length, { at = 0, type = "sine", gain = 0.12 } = {}) {
  if (!context) return;
  const start = context.currentTime + at;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = type;
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

/** Play a wooden knock. @param {number} frequency @param {number} gain */
function knock(frequency, gain) {
  note(frequency, 0.09, { type: "triangle", gain });
  note(frequency * 2.7, 0.04, { type: "sine", gain: gain / 3 });
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  ghost: () => knock(240, 0.05),
  turn: () => note(900, 0.03, { type: "triangle", gain: 0.05 }),
  tile: () => knock(170, 0.16),
  piece: () => knock(420, 0.1),
  lit: () => note(196, 0.35, { type: "triangle", gain: 0.07 }),
  points: () => note(660, 0.12, { gain: 0.07 }),
  bell: () => {
    note(784, 0.3);
    note(1047, 0.38, { at: 0.13 });
  },
  tick: () => note(1300, 0.03, { type: "square", gain: 0.04 }),
  thud: () => knock(80, 0.2),
  knock: () => {
    knock(300, 0.08);
    setTimeout(() => knock(300, 0.08), 110);
  },
  won: () => [523, 659, 784, 1047].forEach((f, i) => note(f, 0.34, { at: 0.16 * i })),
  lost: () => [440, 392].forEach((f, i) => note(f, 0.36, { at: 0.22 * i })),
};

/**
 * Play a sound. Browsers allow it only after the player has interacted with the page.
 * @param {string} name
 */
export function play(name) {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    SOUNDS[name]?.();
  } catch {
    // No audio device: stay silent.
  }
}
