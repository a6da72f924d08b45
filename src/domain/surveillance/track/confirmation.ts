import { copiesWithinMs } from './altitude-channel.ts';

/** What one sensor said, and when it said so first and last without another value in between, UTC ms. */
export interface Word<Value> {
  value: Value;
  firstAt: number;
  lastAt: number;
  /** Tells the sensors apart. */
  sensor: string;
}

/** A value that one corrupted message can carry: what is believed, and what was said against it once. */
export interface Belief<Value> {
  value: Value;
  /** When it was first said: what was said before that is of the past. */
  since: number;
  /** Who said it last, and when; null: nobody has. */
  by: string | null;
  saidAt: number;
  /** No more than one of each sensor. */
  doubts: Doubt<Value>[];
}

interface Doubt<Value> {
  value: Value;
  at: number;
  sensor: string;
}

/** Two messages of one sensor nearer in time than this may be copies of one. */
const againMs = copiesWithinMs / 5;
/** What nobody has said again for so long is forgotten. */
const forgetMs = 30_000;
const mostDoubts = 8;

export const createBelief = <Value>(value: Value): Belief<Value> => ({
  value,
  since: Number.NEGATIVE_INFINITY,
  by: null,
  saidAt: Number.NEGATIVE_INFINITY,
  doubts: [],
});

/** Takes a value at once, because nothing was known before. */
export function believe<Value>(belief: Belief<Value>, { value, firstAt, lastAt, sensor }: Word<Value>): void {
  belief.value = value;
  belief.since = firstAt;
  belief.by = sensor;
  belief.saidAt = lastAt;
  belief.doubts = [];
}

/**
 * Takes another value only once two messages of different times say it. `isUrgent`: a value against which only the sensor
 * that says it can speak, so that a sensor that lags behind does not hold up an emergency. True: the value changed.
 */
export function hearWord<Value>(
  belief: Belief<Value>,
  word: Word<Value>,
  isUrgent: (value: Value) => boolean,
): boolean {
  if (word.lastAt < belief.since) return false;
  if (word.value === belief.value) {
    belief.by = word.sensor;
    belief.saidAt = Math.max(belief.saidAt, word.lastAt);
    if (belief.doubts.length === 0) return false;
    belief.doubts = belief.doubts.filter(
      (doubt) => doubt.at > word.lastAt || (doubt.sensor !== word.sensor && isUrgent(doubt.value)),
    );
    return false;
  }
  const earlier = belief.doubts.find(
    (doubt) => doubt.value === word.value && isAgain(doubt.at, word.lastAt, doubt.sensor === word.sensor),
  );
  if (earlier !== undefined || isAgain(word.firstAt, word.lastAt, true)) {
    believe(belief, { ...word, firstAt: Math.min(word.firstAt, earlier?.at ?? word.firstAt) });
    return true;
  }
  noteDoubt(belief, word);
  return false;
}

function isAgain(firstAt: number, lastAt: number, isOneSensor: boolean): boolean {
  const apartMs = Math.abs(lastAt - firstAt);
  return apartMs >= (isOneSensor ? againMs : copiesWithinMs) && apartMs <= forgetMs;
}

function noteDoubt<Value>({ doubts }: Belief<Value>, { value, lastAt, sensor }: Word<Value>): void {
  const own = doubts.findIndex((doubt) => doubt.sensor === sensor);
  const known = doubts[own];
  // Copies of one message keep the time of the first.
  if (known?.value === value && Math.abs(lastAt - known.at) <= forgetMs) return;
  if (own >= 0) doubts.splice(own, 1);
  if (doubts.length >= mostDoubts) doubts.shift();
  doubts.push({ value, at: lastAt, sensor });
}
