// @ts-check
// Plain JavaScript: the built product's process loads it too (preload.mjs), and so does every page.

/**
 * From now on `Date` is ahead of the machine's clock by `offsetMs` (behind it where negative) and runs on. Timers are not
 * touched. Self-contained: a page gets its source text.
 * @param {number} offsetMs
 */
export function shiftDate(offsetMs) {
  const shifted = /** @type {{machineDate?: DateConstructor}} */ (globalThis.Date);
  const machine = shifted.machineDate ?? globalThis.Date;
  const now = () => machine.now() + offsetMs;
  const proxy = new Proxy(machine, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new machine(now()).toString(),
    get: (target, key) => (key === 'now' ? now : key === 'machineDate' ? machine : Reflect.get(target, key)),
  });
  machine.prototype.constructor = proxy;
  globalThis.Date = proxy;
}
