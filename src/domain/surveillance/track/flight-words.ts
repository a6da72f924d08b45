import { type Belief, believe, createBelief, hearWord, type Word } from './confirmation.ts';
import { isEmergencyCode } from './known-codes.ts';
import type { AskedTwice, Emergency, Report } from './report.ts';

/** What an aircraft says of itself, as far as it is believed. */
export interface FlightWords {
  callsign: Belief<string | null>;
  mode3A: Belief<string | null>;
  emergency: Belief<Emergency | null>;
  onGround: Belief<boolean>;
}

/** A sensor that was silent for so long sees it no more. */
export const sensorWithinMs = 20_000;
/** Faster than any landing: an aircraft that says that it is on the ground is not. */
const mostGroundMps = 100;
/** And faster than any taxiing: once nobody has repeated that it is on the ground, it is not. */
const mostTaxiMps = 25;

const isEmergency = (emergency: Emergency | null): boolean => emergency !== null;
const isNone = (): boolean => false;

/** What a first report says: all but an emergency, which is asked for twice. */
export function firstWords(report: Report, sourceId: number): FlightWords {
  const words: FlightWords = {
    callsign: createBelief<string | null>(null),
    mode3A: createBelief<string | null>(null),
    emergency: createBelief<Emergency | null>(null),
    onGround: createBelief<boolean>(false),
  };
  if (report.onGround !== null) {
    believe(words.onGround, wordOf(report, 'onGround', report.onGround, sensorName(report, sourceId)));
  }
  hearWords(words, report, sourceId);
  return words;
}

/** What a report says beside where it is: a value that differs counts once a second message says it too. */
export function hearWords(words: FlightWords, report: Report, sourceId: number): void {
  const { callsign, mode3A, onGround } = report;
  const sensor = sensorName(report, sourceId);
  if (callsign !== null) {
    const word = wordOf(report, 'callsign', callsign, sensor);
    if (words.callsign.value === null) believe(words.callsign, word);
    else hearWord(words.callsign, word, isNone);
  }
  if (mode3A !== null) hearCode(words.mode3A, wordOf(report, 'mode3A', mode3A, sensor));
  hearEmergency(words.emergency, report, sensor);
  const isTooFast = onGround === true && (report.groundSpeedMps ?? 0) > mostGroundMps;
  if (onGround !== null && !isTooFast) {
    hearWord(words.onGround, wordOf(report, 'onGround', onGround, sensor), isNone);
  }
  const isStale = words.onGround.value && report.at - words.onGround.saidAt >= sensorWithinMs;
  if (onGround === null && isStale && (report.groundSpeedMps ?? 0) > mostTaxiMps) {
    believe(words.onGround, wordOf(report, 'onGround', false, sensor));
  }
}

/** An emergency code lasts until the sensor that said it last says another, or is silent. */
function hearCode(belief: Belief<string | null>, word: Word<string | null>): void {
  if (belief.value === null && !isEmergencyCode(word.value)) {
    // A code that is no emergency speaks against one that was said once.
    const { doubts } = belief;
    believe(belief, word);
    belief.doubts = doubts.filter(({ sensor }) => sensor !== word.sensor);
    return;
  }
  const isHeld =
    isEmergencyCode(belief.value) &&
    !isEmergencyCode(word.value) &&
    belief.by !== word.sensor &&
    word.lastAt - belief.saidAt < sensorWithinMs;
  if (!isHeld) hearWord(belief, word, isEmergencyCode);
}

/** A radar does not know of an emergency: it ends when the sensor that said it says so, or is silent. */
function hearEmergency(belief: Belief<Emergency | null>, report: Report, sensor: string): void {
  if (report.emergency === null && belief.value === null && belief.doubts.length === 0) return;
  const word = wordOf(report, 'emergency', report.emergency, sensor);
  if (word.value === null && belief.value !== null && belief.by !== word.sensor) {
    if (report.at - belief.saidAt >= sensorWithinMs) believe(belief, word);
    return;
  }
  hearWord(belief, word, isEmergency);
}

function wordOf<Value>(report: Report, name: AskedTwice, value: Value, sensor: string): Word<Value> {
  const said = report.said?.[name];
  return {
    value,
    firstAt: said?.firstAt ?? report.at,
    lastAt: said?.lastAt ?? report.at,
    sensor,
  };
}

/** Tells the sensors apart, within one source too. */
export const sensorName = ({ sourceKey }: Report, sourceId: number): string =>
  `${sourceId} ${sourceKey ?? ''}`;
