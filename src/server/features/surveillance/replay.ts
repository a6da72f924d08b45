import type { Frame, Recording } from './read-recording.ts';

export interface Playback {
  /** Recorded time of this moment. */
  now(): number;
  close(): void;
}

/** Of our time, not the recording's: a short one at 20× would else be gone again before a screen has shown it. */
const restMs = 5_000;

/** Steps of the playback; frames due within one are delivered together. */
const stepMs = 250;

/** Plays frames against the clock at `speed`; at the end it begins anew where `loop` says so. */
export function play(
  recording: Recording,
  options: { speed: number; loop: boolean; deliver(frames: Frame[], now: number): void; restarted(): void },
): Playback {
  const { frames } = recording;
  const first = frames[0]?.at ?? 0;
  const last = frames.at(-1)?.at ?? first;
  let startedAt = performance.now();
  let next = 0;
  const now = () => first + (performance.now() - startedAt) * options.speed;

  const timer = setInterval(() => {
    const time = now();
    const due: Frame[] = [];
    for (let frame = frames[next]; frame && frame.at <= time; frame = frames[++next]) due.push(frame);
    options.deliver(due, time);
    if (next < frames.length || !options.loop || time < last + restMs * options.speed) return;
    next = 0;
    startedAt = performance.now();
    options.restarted();
  }, stepMs).unref();

  return { now, close: () => clearInterval(timer) };
}
