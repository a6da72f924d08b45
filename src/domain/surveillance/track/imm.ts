/**
 * An interacting multiple model filter in a plane: an aircraft flies straight, or turns left or right at the
 * standard rate (3° a second), and may begin and end a turn at any time (Blom and Bar-Shalom 1988). Metres, metres per
 * second, seconds; x east, y north. Fixed sizes and no allocation, since it runs for every report of every aircraft.
 */

const models = 3;
/** x, y, vx, vy and their covariance, row by row. */
const stride = 20;
const probabilityAt = models * stride;
const stateSize = probabilityAt + models;
/** Moments that are remembered for reports that come late. */
const slots = 6;
const measurementSize = 10;
const slotSize = stateSize + measurementSize;

/** Radians per second, counter-clockwise. */
const turnRates = [0, (3 * Math.PI) / 180, (-3 * Math.PI) / 180] as const;
/** White noise of the acceleration, m²/s³: gusts and changes of speed. */
const straightNoise = 0.25;
const turningNoise = 5;
/** How long straight flight and turns last, seconds, in the mean. */
const straightS = 40;
const turningS = 12;
/** Deviation of a velocity of which nothing is known. */
const unknownMps = 120;

/** One position, with its velocity where the sensor says it. Times UTC ms. */
export interface Measurement {
  at: number;
  x: number;
  y: number;
  /** Covariance of the position, m². */
  xx: number;
  xy: number;
  yy: number;
  /** NaN where it is not said. */
  vx: number;
  vy: number;
  /** Variance of each component of the velocity, m²/s². */
  vv: number;
  /** Is the accuracy one that somebody has said? */
  isStated: boolean;
}

export interface Imm {
  /** Time of the state, UTC ms. */
  at: number;
  /** Measurements since it began or began anew. */
  updates: number;
  /** The models together. */
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
  readonly state: Float64Array;
  readonly history: Float64Array;
  /** Slots in use, and the one to be written next. */
  held: number;
  next: number;
}

export function createImm(first: Measurement): Imm {
  const imm: Imm = {
    at: first.at,
    updates: 0,
    mean: new Float64Array(4),
    covariance: new Float64Array(16),
    state: new Float64Array(stateSize),
    history: new Float64Array(slots * slotSize),
    held: 0,
    next: 0,
  };
  restartImm(imm, first);
  return imm;
}

/** Forgets all that was known and begins at this place. */
export function restartImm(imm: Imm, from: Measurement): void {
  const { state } = imm;
  const said = !Number.isNaN(from.vx);
  const velocityVariance = said ? from.vv : unknownMps * unknownMps;
  state.fill(0);
  for (let model = 0; model < models; model++) {
    const o = model * stride;
    state[o] = from.x;
    state[o + 1] = from.y;
    state[o + 2] = said ? from.vx : 0;
    state[o + 3] = said ? from.vy : 0;
    state[o + 4] = from.xx;
    state[o + 5] = state[o + 8] = from.xy;
    state[o + 9] = from.yy;
    state[o + 14] = state[o + 19] = velocityVariance;
    state[probabilityAt + model] = model === 0 ? 0.9 : 0.05;
  }
  imm.at = from.at;
  imm.updates = 1;
  imm.held = 0;
  imm.next = 0;
  combine(imm);
  remember(imm, from);
}

/** Takes a measurement that is not older than the state. */
export function updateImm(imm: Imm, measured: Measurement): void {
  predict(imm, measured.at);
  likelihood.fill(0);
  correct(imm.state, 0, measured.x, measured.y, measured.xx, measured.xy, measured.yy);
  if (!Number.isNaN(measured.vx) && velocityFits(imm, measured)) {
    correct(imm.state, 2, measured.vx, measured.vy, measured.vv, 0, measured.vv);
  }
  weigh(imm.state);
  combine(imm);
  imm.updates++;
  remember(imm, measured);
}

/**
 * Places a measurement of an earlier time where it belongs, and those after it again. False: it is older than all that
 * is remembered.
 */
export function updateImmLate(imm: Imm, measured: Measurement): boolean {
  let later = 0;
  while (later < imm.held && historyTime(imm, later) > measured.at) later++;
  if (later === imm.held) return false;
  for (let back = 0; back < later; back++) readMeasurement(imm, back, replayed[back] ?? spare());
  const slot = slotAt(imm, later);
  imm.state.set(imm.history.subarray(slot, slot + stateSize));
  imm.at = imm.history[slot + stateSize] ?? imm.at;
  imm.held -= later;
  imm.next = (imm.next - later + slots) % slots;
  imm.updates -= later;
  combine(imm);
  updateImm(imm, measured);
  for (let back = later - 1; back >= 0; back--) {
    const again = replayed[back];
    if (again) updateImm(imm, again);
  }
  return true;
}

/** Has it taken this position of this time already? */
export function hasMeasured(imm: Imm, { at: time, x, y }: Measurement): boolean {
  for (let back = 0; back < imm.held; back++) {
    const o = slotAt(imm, back) + stateSize;
    if (at(imm.history, o) !== time) continue;
    if (Math.hypot(at(imm.history, o + 1) - x, at(imm.history, o + 2) - y) < 1) return true;
  }
  return false;
}

/** Mahalanobis distance squared of a position from where it would be expected, and its logarithmic spread. */
export interface Fit {
  distance: number;
  logSpread: number;
}

/** Acceleration that an aircraft may have begun since, m/s², one deviation. */
const manoeuvreMps2 = 2;

/** How well a position fits, without changing anything; its time may be earlier than the state's. Writes `into`. */
export function fitOf(imm: Imm, measured: Measurement, into: Fit): Fit {
  const { mean: m, covariance: p } = imm;
  const dt = (measured.at - imm.at) / 1000;
  const grown = (manoeuvreMps2 * dt * dt) / 2;
  const growth = grown * grown;
  const dx = measured.x - (at(m, 0) + at(m, 2) * dt);
  const dy = measured.y - (at(m, 1) + at(m, 3) * dt);
  const xx = at(p, 0) + 2 * dt * at(p, 2) + dt * dt * at(p, 10) + growth + measured.xx;
  const yy = at(p, 5) + 2 * dt * at(p, 7) + dt * dt * at(p, 15) + growth + measured.yy;
  const xy = at(p, 1) + dt * (at(p, 3) + at(p, 6)) + dt * dt * at(p, 11) + measured.xy;
  const determinant = Math.max(1e-6, xx * yy - xy * xy);
  into.distance = (dx * dx * yy - 2 * dx * dy * xy + dy * dy * xx) / determinant;
  into.logSpread = Math.log(determinant);
  return into;
}

/** Moves the plane under the filter: what is remembered for late reports is forgotten. */
export function shiftImm(imm: Imm, dx: number, dy: number): void {
  for (let model = 0; model < models; model++) {
    imm.state[model * stride] = at(imm.state, model * stride) - dx;
    imm.state[model * stride + 1] = at(imm.state, model * stride + 1) - dy;
  }
  imm.held = 0;
  combine(imm);
}

/** Metres within which the position lies 95 times in 100. */
export const immAccuracyM = ({ covariance }: Imm): number =>
  2.45 * Math.sqrt(Math.max(0, (at(covariance, 0) + at(covariance, 5)) / 2));

/** Every index is within the fixed sizes above. */
const at = (values: Float64Array, index: number): number => values[index] ?? 0;

const likelihood = new Float64Array(models);
const mixed = new Float64Array(models * stride);
const chance = new Float64Array(models);
const rows = new Float64Array(16);
const replayed: Measurement[] = Array.from({ length: slots }, () => spare());

function spare(): Measurement {
  return { at: 0, x: 0, y: 0, xx: 1, xy: 0, yy: 1, vx: Number.NaN, vy: Number.NaN, vv: 1, isStated: false };
}

function predict(imm: Imm, toMs: number): void {
  const dt = (toMs - imm.at) / 1000;
  if (dt <= 0) return;
  const { state } = imm;
  const stay = [Math.exp(-dt / straightS), Math.exp(-dt / turningS), Math.exp(-dt / turningS)] as const;
  mixed.fill(0);
  for (let to = 0; to < models; to++) {
    chance[to] = 0;
    for (let from = 0; from < models; from++) {
      chance[to] = at(chance, to) + passage(from, to, stay) * at(state, probabilityAt + from);
    }
    mix(state, to, stay);
    turn(to * stride, turnRates[to] ?? 0, dt);
    spread(to * stride, to === 0 ? straightNoise : turningNoise, dt);
  }
  state.set(mixed);
  state.set(chance, probabilityAt);
  imm.at = toMs;
}

/** Chance that one model has become the other: a turn ends in straight flight, seldom in the other turn. */
function passage(from: number, to: number, stay: readonly [number, number, number]): number {
  const kept = stay[from as 0 | 1 | 2];
  if (from === to) return kept;
  return from === 0 ? (1 - kept) / 2 : (1 - kept) * (to === 0 ? 0.95 : 0.05);
}

/** The state with which a model goes on: those of all, by the chance that each became it. */
function mix(state: Float64Array, to: number, stay: readonly [number, number, number]): void {
  const o = to * stride;
  const total = Math.max(1e-12, at(chance, to));
  for (let from = 0; from < models; from++) {
    const weight = (passage(from, to, stay) * at(state, probabilityAt + from)) / total;
    for (let i = 0; i < 4; i++) mixed[o + i] = at(mixed, o + i) + weight * at(state, from * stride + i);
  }
  for (let from = 0; from < models; from++) {
    const weight = (passage(from, to, stay) * at(state, probabilityAt + from)) / total;
    const f = from * stride;
    for (let i = 0; i < 4; i++) {
      const di = at(state, f + i) - at(mixed, o + i);
      for (let j = 0; j < 4; j++) {
        const dj = at(state, f + j) - at(mixed, o + j);
        const k = 4 + 4 * i + j;
        mixed[o + k] = at(mixed, o + k) + weight * (at(state, f + k) + di * dj);
      }
    }
  }
}

function turn(o: number, rate: number, dt: number): void {
  const angle = rate * dt;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const along = rate === 0 ? dt : sine / rate;
  const aside = rate === 0 ? 0 : (1 - cosine) / rate;
  const vx = at(mixed, o + 2);
  const vy = at(mixed, o + 3);
  mixed[o] = at(mixed, o) + along * vx - aside * vy;
  mixed[o + 1] = at(mixed, o + 1) + aside * vx + along * vy;
  mixed[o + 2] = cosine * vx - sine * vy;
  mixed[o + 3] = sine * vx + cosine * vy;
  const p = o + 4;
  for (let j = 0; j < 4; j++) {
    const a = at(mixed, p + 8 + j);
    const b = at(mixed, p + 12 + j);
    rows[j] = at(mixed, p + j) + along * a - aside * b;
    rows[4 + j] = at(mixed, p + 4 + j) + aside * a + along * b;
    rows[8 + j] = cosine * a - sine * b;
    rows[12 + j] = sine * a + cosine * b;
  }
  for (let i = 0; i < 4; i++) {
    const a = at(rows, 4 * i + 2);
    const b = at(rows, 4 * i + 3);
    mixed[p + 4 * i] = at(rows, 4 * i) + along * a - aside * b;
    mixed[p + 4 * i + 1] = at(rows, 4 * i + 1) + aside * a + along * b;
    mixed[p + 4 * i + 2] = cosine * a - sine * b;
    mixed[p + 4 * i + 3] = sine * a + cosine * b;
  }
}

function spread(o: number, noise: number, dt: number): void {
  const place = (noise * dt * dt * dt) / 3;
  const both = (noise * dt * dt) / 2;
  const speed = noise * dt;
  add(o + 4, place);
  add(o + 9, place);
  add(o + 6, both);
  add(o + 11, both);
  add(o + 12, both);
  add(o + 17, both);
  add(o + 14, speed);
  add(o + 19, speed);
}

function add(index: number, value: number): void {
  mixed[index] = at(mixed, index) + value;
}

/** Corrects each model by two components of the state (`first`: 0 the position, 2 the velocity). */
function correct(
  state: Float64Array,
  first: 0 | 2,
  zx: number,
  zy: number,
  rxx: number,
  rxy: number,
  ryy: number,
): void {
  for (let model = 0; model < models; model++) {
    const o = model * stride;
    const p = o + 4;
    const dx = zx - at(state, o + first);
    const dy = zy - at(state, o + first + 1);
    const sxx = at(state, p + 5 * first) + rxx;
    const sxy = at(state, p + 5 * first + 1) + rxy;
    const syy = at(state, p + 5 * (first + 1)) + ryy;
    const determinant = Math.max(1e-9, sxx * syy - sxy * sxy);
    const ixx = syy / determinant;
    const ixy = -sxy / determinant;
    const iyy = sxx / determinant;
    likelihood[model] =
      at(likelihood, model) -
      0.5 * (dx * dx * ixx + 2 * dx * dy * ixy + dy * dy * iyy + Math.log(determinant));
    for (let j = 0; j < 4; j++) {
      rows[j] = at(state, p + 4 * first + j);
      rows[4 + j] = at(state, p + 4 * (first + 1) + j);
    }
    for (let i = 0; i < 4; i++) {
      const a = at(rows, i);
      const b = at(rows, 4 + i);
      const gx = a * ixx + b * ixy;
      const gy = a * ixy + b * iyy;
      state[o + i] = at(state, o + i) + gx * dx + gy * dy;
      for (let j = 0; j < 4; j++) {
        state[p + 4 * i + j] = at(state, p + 4 * i + j) - gx * at(rows, j) - gy * at(rows, 4 + j);
      }
    }
  }
}

/** Some aircraft say a velocity that is not theirs: one that does not fit the positions at all is left out. */
const mostVelocityDistance = 40;

function velocityFits(imm: Imm, measured: Measurement): boolean {
  if (imm.updates < 3) return true;
  const { state } = imm;
  const best = bestModel(state) * stride;
  const dx = measured.vx - at(state, best + 2);
  const dy = measured.vy - at(state, best + 3);
  const variance = measured.vv + Math.max(at(state, best + 14), at(state, best + 19));
  return (dx * dx + dy * dy) / variance < mostVelocityDistance;
}

function bestModel(state: Float64Array): number {
  let best = 0;
  for (let model = 1; model < models; model++) {
    if (at(state, probabilityAt + model) > at(state, probabilityAt + best)) best = model;
  }
  return best;
}

function weigh(state: Float64Array): void {
  const most = Math.max(at(likelihood, 0), at(likelihood, 1), at(likelihood, 2));
  let total = 0;
  for (let model = 0; model < models; model++) {
    const weight = at(state, probabilityAt + model) * Math.exp(at(likelihood, model) - most);
    state[probabilityAt + model] = Math.max(1e-6, weight);
    total += at(state, probabilityAt + model);
  }
  for (let model = 0; model < models; model++) {
    state[probabilityAt + model] = at(state, probabilityAt + model) / total;
  }
}

function combine(imm: Imm): void {
  const { state, mean, covariance } = imm;
  mean.fill(0);
  covariance.fill(0);
  for (let model = 0; model < models; model++) {
    const weight = at(state, probabilityAt + model);
    for (let i = 0; i < 4; i++) mean[i] = at(mean, i) + weight * at(state, model * stride + i);
  }
  for (let model = 0; model < models; model++) {
    const weight = at(state, probabilityAt + model);
    const o = model * stride;
    for (let i = 0; i < 4; i++) {
      const di = at(state, o + i) - at(mean, i);
      for (let j = 0; j < 4; j++) {
        const k = 4 * i + j;
        const spreadOfModel = di * (at(state, o + j) - at(mean, j));
        covariance[k] = at(covariance, k) + weight * (at(state, o + 4 + k) + spreadOfModel);
      }
    }
  }
}

function remember(imm: Imm, measured: Measurement): void {
  const slot = imm.next * slotSize;
  const { history } = imm;
  history.set(imm.state, slot);
  const o = slot + stateSize;
  history[o] = measured.at;
  history[o + 1] = measured.x;
  history[o + 2] = measured.y;
  history[o + 3] = measured.xx;
  history[o + 4] = measured.xy;
  history[o + 5] = measured.yy;
  history[o + 6] = measured.vx;
  history[o + 7] = measured.vy;
  history[o + 8] = measured.vv;
  imm.next = (imm.next + 1) % slots;
  imm.held = Math.min(slots, imm.held + 1);
}

/** Where the moment lies in the history, `back` moments before the newest. */
const slotAt = (imm: Imm, back: number): number => ((imm.next - 1 - back + 2 * slots) % slots) * slotSize;

const historyTime = (imm: Imm, back: number): number => at(imm.history, slotAt(imm, back) + stateSize);

function readMeasurement(imm: Imm, back: number, into: Measurement): void {
  const { history } = imm;
  const o = slotAt(imm, back) + stateSize;
  into.at = at(history, o);
  into.x = at(history, o + 1);
  into.y = at(history, o + 2);
  into.xx = at(history, o + 3);
  into.xy = at(history, o + 4);
  into.yy = at(history, o + 5);
  into.vx = at(history, o + 6);
  into.vy = at(history, o + 7);
  into.vv = at(history, o + 8);
}
