import { createStore } from '#web/client/store.ts';

export type SoundLevel = 'advisory' | 'caution' | 'warning';

/** Tones of each level: how high in Hz, how long in s, how many. */
const tones: Record<SoundLevel, { hertz: number; lastsS: number; times: number }> = {
  advisory: { hertz: 520, lastsS: 0.15, times: 1 },
  caution: { hertz: 740, lastsS: 0.2, times: 2 },
  warning: { hertz: 980, lastsS: 0.25, times: 4 },
};
/** A warning that nobody acknowledges sounds again. */
export const againMs = 5_000;
const silenceMs = 10 * 60_000;

/** Until when this screen is silent, UTC ms; never without an end. */
export const silentUntil = createStore(0);
export const silence = () => silentUntil.set(Date.now() + silenceMs);
export const speakAgain = () => silentUntil.set(0);

let context: AudioContext | undefined;

export function play(level: SoundLevel): void {
  context ??= new AudioContext();
  // A browser lets a page sound only after somebody has touched it.
  void context.resume().catch(() => undefined);
  const { hertz, lastsS, times } = tones[level];
  for (let i = 0; i < times; i += 1) {
    const from = context.currentTime + i * lastsS * 1.6;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(0.25, from + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + lastsS);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + lastsS);
  }
}
