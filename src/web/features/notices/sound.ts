import { createStore } from '#web/client/store.ts';

const storageKey = 'clearway.muted';

/** Whether alarms and the spoken summary are silent, on this device; kept. What they say stands on the screen too. */
export const muted = createStore(localStorage.getItem(storageKey) === '1');

export function setMuted(value: boolean): void {
  localStorage.setItem(storageKey, value ? '1' : '0');
  muted.set(value);
  if (value) window.speechSynthesis?.cancel();
}

/** Specification §9. */
const speechRate = 1.5;
const speechLanguage = 'zh-CN';

let context: AudioContext | undefined;

/** Two short tones. Browsers stay silent until the page was touched once; then it is only seen. */
export function alarm(): void {
  if (muted.get()) return;
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [offsetS, frequencyHz] of [
    [0, 880],
    [0.25, 660],
  ] as const) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequencyHz;
    volume.gain.setValueAtTime(0.15, start + offsetS);
    volume.gain.exponentialRampToValueAtTime(0.001, start + offsetS + 0.2);
    tone.connect(volume).connect(context.destination);
    tone.start(start + offsetS);
    tone.stop(start + offsetS + 0.22);
  }
}

/** Says it aloud, in Chinese where nothing else is said; where the machine has no voice nothing happens. */
export function speak(text: string, language: string = speechLanguage): void {
  if (muted.get() || text === '' || !('speechSynthesis' in window)) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  utterance.rate = speechRate;
  window.speechSynthesis.speak(utterance);
}
