/** Synthesised sounds of stones: short noise through a filter. */

/** @type {AudioContext | null} */
let context = null;

/** Plays the sound of a stone being placed; a capture sounds deeper.
 * @param {boolean} isCapture */
export function playStone(isCapture) {
  context ??= new AudioContext();
  const length = Math.floor(context.sampleRate * 0.07);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) {
    samples[index] = (Math.random() * 2 - 1) * Math.exp((-index / length) * 9);
  }
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: isCapture ? 900 : 1900, Q: 1.2 });
  const gain = new GainNode(context, { gain: 0.5 });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}
