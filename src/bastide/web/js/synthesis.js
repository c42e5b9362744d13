// Synthesis of the sounds: wood, cloth, paper, coins and bells from bursts of noise and decaying tones, rendered into buffers.

/** @typedef {{context: OfflineAudioContext, out: AudioNode, noise: AudioBuffer, random: () => number}} Stage */
/**
 * @typedef {object} Recipe
 * @property {number} length in seconds, without the echo of the room
 * @property {number} level the loudness of its loudest moment
 * @property {(stage: Stage) => void} draw adds its layers to the stage
 * @property {number} [takes] how many takes there are, each a little different
 */

const SAMPLE_RATE = 44_100;
/** Seconds that the room echoes, and its share of the sound. */
const ECHO = 0.24;
const WET = 0.16;
/** The highest peak of a rendered sound. */
const PEAK = 0.9;
/** Seconds over which loudness is measured, and over which the end fades out. */
const MOMENT = 0.05;
const FADE = 0.02;
/** An envelope falls to this part of its peak. */
const SILENCE = 0.001;
/** Overtones of a struck wooden bar and of a bell, and their loudness. @type {[number, number][]} */
const WOOD = [
  [1, 1],
  [2.76, 0.42],
  [5.4, 0.16],
];
/** @type {[number, number][]} */
const BELL = [
  [0.5, 0.22],
  [1, 1],
  [1.19, 0.28],
  [1.5, 0.16],
  [2, 0.4],
  [2.74, 0.14],
  [4.07, 0.06],
];
/** @type {[number, number][]} */
const COIN = [
  [1, 1],
  [1.34, 0.7],
  [1.87, 0.5],
  [2.42, 0.3],
];

/** @type {Record<string, Recipe>} */
export const RECIPES = {
  // A tile of wood on the cloth, and the cloth that gives way.
  tile: {
    length: 0.3,
    level: 0.2,
    takes: 3,
    draw(stage) {
      burst(stage, { band: 210, q: 0.9, length: 0.11, gain: 1.2 });
      struck(stage, WOOD, { frequency: 178, length: 0.16, gain: 0.5 });
      struck(stage, WOOD, { frequency: 331, length: 0.08, gain: 0.2, at: 0.004 });
      burst(stage, { band: 2300, q: 1.1, length: 0.018, gain: 0.35 });
      burst(stage, { band: 5200, q: 0.5, length: 0.2, gain: 0.05, attack: 0.03 });
    },
  },
  ghost: {
    length: 0.16,
    level: 0.06,
    takes: 3,
    draw(stage) {
      burst(stage, { band: 260, q: 0.8, length: 0.06, gain: 0.7 });
      burst(stage, { band: 4600, q: 0.5, length: 0.12, gain: 0.08, attack: 0.025 });
      struck(stage, WOOD, { frequency: 240, length: 0.06, gain: 0.2 });
    },
  },
  turn: {
    length: 0.08,
    level: 0.06,
    takes: 3,
    draw(stage) {
      burst(stage, { band: 1900, q: 1.6, length: 0.02, gain: 0.6 });
      struck(stage, WOOD, { frequency: 880, length: 0.035, gain: 0.3 });
    },
  },
  // The foot of a follower on the tile.
  piece: {
    length: 0.16,
    level: 0.13,
    takes: 3,
    draw(stage) {
      struck(stage, WOOD, { frequency: 610, length: 0.08, gain: 0.6 });
      struck(stage, WOOD, { frequency: 262, length: 0.06, gain: 0.3 });
      burst(stage, { band: 3600, q: 1.4, length: 0.012, gain: 0.5 });
      struck(stage, WOOD, { frequency: 640, length: 0.05, gain: 0.12, at: 0.062 });
    },
  },
  // A low string.
  lit: {
    length: 0.4,
    level: 0.09,
    draw(stage) {
      string(stage, { frequency: 98, length: 0.4, gain: 0.5 });
      string(stage, { frequency: 147, length: 0.36, gain: 0.3, at: 0.02 });
    },
  },
  points: {
    length: 0.36,
    level: 0.08,
    takes: 3,
    draw(stage) {
      for (const [i, at] of [0, 0.05, 0.12].entries())
        struck(stage, COIN, {
          frequency: varied(stage, 3150 + 260 * i, 0.06),
          length: 0.2,
          gain: 0.4 - 0.1 * i,
          at: varied(stage, at, 0.2),
        });
      burst(stage, { band: 6400, q: 0.8, length: 0.03, gain: 0.3 });
      tone(stage, { frequency: 660, length: 0.16, gain: 0.25 });
    },
  },
  bell: {
    length: 0.9,
    level: 0.11,
    draw(stage) {
      struck(stage, BELL, { frequency: 784, length: 0.7, gain: 0.5 });
      struck(stage, BELL, { frequency: 1046.5, length: 0.75, gain: 0.45, at: 0.14 });
    },
  },
  page: {
    length: 0.34,
    level: 0.07,
    takes: 2,
    draw(stage) {
      burst(stage, { band: 1400, to: 4200, q: 0.7, length: 0.24, gain: 0.5, attack: 0.09 });
      burst(stage, { band: 3800, to: 2200, q: 0.9, length: 0.12, gain: 0.4, attack: 0.02, at: 0.17 });
      for (let i = 0; i < 5; i++)
        burst(stage, { band: 5200, q: 2, length: 0.01, gain: 0.15, at: 0.04 + 0.2 * stage.random() });
    },
  },
  // The wheel runs out: its rattle slows down.
  wheel: {
    length: 1,
    level: 0.1,
    takes: 2,
    draw(stage) {
      for (let i = 0, at = 0; i < 11; i++, at += 0.035 + 0.011 * i) {
        const gain = 0.5 * (1 - i / 14);
        struck(stage, WOOD, { frequency: varied(stage, 1180, 0.05), length: 0.03, gain, at });
        burst(stage, { band: 2700, q: 1.5, length: 0.012, gain, at });
      }
    },
  },
  tick: {
    length: 0.06,
    level: 0.08,
    draw(stage) {
      burst(stage, { band: 2600, q: 2, length: 0.02, gain: 0.7 });
      struck(stage, WOOD, { frequency: 1450, length: 0.03, gain: 0.4 });
    },
  },
  thud: {
    length: 0.32,
    level: 0.2,
    takes: 2,
    draw(stage) {
      tone(stage, { frequency: 92, drop: 0.55, length: 0.26, gain: 0.9 });
      burst(stage, { band: 150, q: 0.8, length: 0.16, gain: 0.9 });
      burst(stage, { band: 900, q: 0.7, length: 0.04, gain: 0.2 });
    },
  },
  knock: {
    length: 0.3,
    level: 0.12,
    takes: 2,
    draw(stage) {
      for (const at of [0, 0.13]) {
        struck(stage, WOOD, { frequency: 288, length: 0.09, gain: 0.6, at });
        burst(stage, { band: 700, q: 1, length: 0.03, gain: 0.5, at });
      }
    },
  },
  won: {
    length: 1.5,
    level: 0.12,
    draw(stage) {
      for (const [i, frequency] of [523.25, 659.25, 783.99, 1046.5].entries()) {
        struck(stage, BELL, { frequency, length: 0.9, gain: 0.4, at: 0.14 * i });
        tone(stage, { frequency: frequency / 2, length: 0.5, gain: 0.12, at: 0.14 * i, attack: 0.01 });
      }
    },
  },
  lost: {
    length: 1.1,
    level: 0.08,
    draw(stage) {
      for (const [i, frequency] of [440, 349.23].entries()) {
        tone(stage, { frequency, length: 0.7, gain: 0.4, at: 0.26 * i, attack: 0.04 });
        tone(stage, { frequency: frequency / 2, length: 0.7, gain: 0.2, at: 0.26 * i, attack: 0.04 });
      }
    },
  },
};

/**
 * Render a take of a sound.
 * @param {string} name
 * @param {number} [take]
 * @returns {Promise<AudioBuffer>}
 */
export async function render(name, take = 0) {
  const { length, level, draw } = RECIPES[name];
  const context = new OfflineAudioContext(1, Math.ceil(SAMPLE_RATE * (length + ECHO)), SAMPLE_RATE);
  const random = sequence(1 + take);
  const dry = context.createGain();
  const room = context.createConvolver();
  const wet = context.createGain();
  const limiter = limited(context);
  room.buffer = echo(context, random);
  wet.gain.value = WET;
  dry.connect(limiter);
  dry.connect(room).connect(wet).connect(limiter);
  limiter.connect(context.destination);
  draw({ context, out: dry, noise: noise(context, random), random });
  return levelled(await context.startRendering(), level);
}

/**
 * A compressor that keeps sounds below the maximum where several overlap.
 * @param {BaseAudioContext} context
 */
export function limited(context) {
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -9;
  limiter.knee.value = 6;
  limiter.ratio.value = 12;
  limiter.attack.value = 0.001;
  limiter.release.value = 0.08;
  return limiter;
}

/**
 * Bring the loudest moment of a buffer to a level, and let its end fade out.
 * @param {AudioBuffer} buffer
 * @param {number} level
 */
function levelled(buffer, level) {
  const samples = buffer.getChannelData(0);
  const moment = Math.round(MOMENT * SAMPLE_RATE);
  let loudest = 0;
  let peak = 0;
  for (let from = 0; from < samples.length; from += moment) {
    let energy = 0;
    for (const sample of samples.subarray(from, from + moment)) {
      energy += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    loudest = Math.max(loudest, Math.sqrt(energy / moment));
  }
  const gain = Math.min(level / loudest, PEAK / peak);
  const fade = FADE * SAMPLE_RATE;
  for (let i = 0; i < samples.length; i++) samples[i] *= gain * Math.min(1, (samples.length - 1 - i) / fade);
  return buffer;
}

// Layers

/**
 * A burst of noise through a band-pass filter.
 * @param {Stage} stage
 * @param {{band: number, to?: number, q: number, length: number, gain: number, at?: number, attack?: number}} options
 */
function burst(stage, { band, to = band, q, length, gain, at = 0, attack = 0.0015 }) {
  const { context } = stage;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = stage.noise;
  filter.type = "bandpass";
  filter.Q.value = q;
  filter.frequency.setValueAtTime(varied(stage, band), at);
  filter.frequency.exponentialRampToValueAtTime(varied(stage, to), at + length);
  source.connect(filter).connect(envelope(stage, { length, gain, at, attack }));
  source.start(at, stage.random() * 0.5, length);
}

/**
 * A tone whose pitch may fall to a part of it.
 * @param {Stage} stage
 * @param {{frequency: number, length: number, gain: number, at?: number, attack?: number, drop?: number}} options
 */
function tone(stage, { frequency, length, gain, at = 0, attack = 0.002, drop = 1 }) {
  const source = stage.context.createOscillator();
  source.frequency.setValueAtTime(frequency, at);
  source.frequency.exponentialRampToValueAtTime(frequency * drop, at + length);
  source.connect(envelope(stage, { length, gain, at, attack }));
  source.start(at);
  source.stop(at + length);
}

/**
 * Something struck: its overtones, of which the high ones die first.
 * @param {Stage} stage
 * @param {[number, number][]} overtones
 * @param {{frequency: number, length: number, gain: number, at?: number}} options
 */
function struck(stage, overtones, { frequency, length, gain, at = 0 }) {
  const pitch = varied(stage, frequency, 0.01);
  for (const [ratio, share] of overtones)
    tone(stage, {
      frequency: pitch * ratio,
      length: length / Math.sqrt(Math.max(1, ratio)),
      gain: gain * share,
      at,
    });
}

/**
 * A plucked string: a rich tone that becomes duller.
 * @param {Stage} stage
 * @param {{frequency: number, length: number, gain: number, at?: number}} options
 */
function string(stage, { frequency, length, gain, at = 0 }) {
  const { context } = stage;
  const source = context.createOscillator();
  const filter = context.createBiquadFilter();
  source.type = "sawtooth";
  source.frequency.value = frequency;
  filter.type = "lowpass";
  filter.frequency.setValueAtTime(frequency * 9, at);
  filter.frequency.exponentialRampToValueAtTime(frequency * 1.5, at + length);
  source.connect(filter).connect(envelope(stage, { length, gain, at, attack: 0.012 }));
  source.start(at);
  source.stop(at + length);
}

/**
 * A gain that rises quickly and falls exponentially.
 * @param {Stage} stage
 * @param {{length: number, gain: number, at: number, attack: number}} options
 */
function envelope({ context, out }, { length, gain, at, attack }) {
  const node = context.createGain();
  node.gain.setValueAtTime(0, at);
  node.gain.linearRampToValueAtTime(gain, at + attack);
  node.gain.exponentialRampToValueAtTime(gain * SILENCE, at + length);
  node.connect(out);
  return node;
}

// Chance

/**
 * A value that varies a little from take to take.
 * @param {Stage} stage
 * @param {number} value
 * @param {number} [by]
 */
const varied = ({ random }, value, by = 0.04) => value * (1 + by * (2 * random() - 1));

/**
 * A reproducible sequence of random numbers between 0 and 1.
 * @param {number} seed
 */
function sequence(seed) {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A second of noise.
 * @param {BaseAudioContext} context
 * @param {() => number} random
 */
function noise(context, random) {
  const buffer = context.createBuffer(1, SAMPLE_RATE, SAMPLE_RATE);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * random() - 1;
  return buffer;
}

/**
 * The echo of a small room: noise that dies away and becomes duller.
 * @param {BaseAudioContext} context
 * @param {() => number} random
 */
function echo(context, random) {
  const buffer = context.createBuffer(1, Math.ceil(ECHO * SAMPLE_RATE), SAMPLE_RATE);
  const samples = buffer.getChannelData(0);
  let dull = 0;
  for (let i = 0; i < samples.length; i++) {
    const part = i / samples.length;
    dull += (2 * random() - 1 - dull) * (0.6 - 0.45 * part);
    samples[i] = dull * (1 - part) * Math.exp(-7 * part);
  }
  return buffer;
}
