/** A slice of work ends after so many ms or so many steps; then whatever else waits has its turn. */
const sliceMs = 10;
const sliceSteps = 500;
/** Steps of one source before the next has its turn. */
const turnSteps = 50;
/** What waits of one source, and of all together: the answer to a poll has 8 MiB at most. */
const mostOctets = 16 * 1024 * 1024;
const mostMessages = 10_000;
const mostOctetsInAll = 64 * 1024 * 1024;

/** Work on one message. */
interface Work {
  octets: number;
  /** True: it was the last step. */
  step(): boolean;
  failed(error: unknown): void;
  givenUp(): void;
}

/** Work in its order. To take the first or the second of it costs the same however much waits. */
interface Waiting {
  size(): number;
  first(): Work | undefined;
  takeFirst(): Work | undefined;
  takeSecond(): Work | undefined;
  add(work: Work): void;
}

/** So many places in front are free before the others move up. */
const mostFree = 1_024;

function createWaiting(): Waiting {
  let first: Work | undefined;
  let others: (Work | undefined)[] = [];
  let free = 0;

  function takeSecond(): Work | undefined {
    const second = others[free];
    if (second === undefined) return undefined;
    others[free++] = undefined;
    if (free > mostFree && free * 2 > others.length) {
      others = others.slice(free);
      free = 0;
    }
    return second;
  }

  return {
    size: () => (first === undefined ? 0 : 1 + others.length - free),
    first: () => first,
    takeFirst() {
      const taken = first;
      first = takeSecond();
      return taken;
    },
    takeSecond,
    add(work) {
      if (first === undefined) first = work;
      else others.push(work);
    },
  };
}

/** What came in at one source. */
export interface IntakeQueue {
  /**
   * Runs the steps behind all that was added before; the first of them at once where nothing waits. Answers with what
   * they return; null: it was given up, as there was no place. Rejects with what they throw.
   */
  add<T>(octets: number, steps: Generator<unknown, T>): Promise<T | null>;
  /** Gives up all that waits. */
  close(): void;
}

/** Does the work on all that comes in, source by source in turns and in short slices: no message holds the server up. */
export interface Intake {
  /** Of what waits in it the oldest is given up where there is no place for all. */
  queue(): IntakeQueue;
}

export function createIntake(): Intake {
  const busy = new Set<Waiting>();
  let isRunning = false;
  let octetsInAll = 0;

  function slice(): void {
    const until = performance.now() + sliceMs;
    let left = sliceSteps;
    for (const queue of busy) {
      busy.delete(queue);
      for (let step = 0; step < turnSteps && left > 0; step++, left--) {
        if (queue.size() === 0 || performance.now() >= until) break;
        takeStep(queue);
      }
      // It goes behind the others, and this loop comes to it once more.
      if (queue.size() > 0) busy.add(queue);
      if (left === 0 || performance.now() >= until) break;
    }
    if (busy.size > 0) setImmediate(slice);
    else isRunning = false;
  }

  function takeStep(queue: Waiting): void {
    const work = queue.first();
    try {
      if (!work?.step()) return;
    } catch (error) {
      work?.failed(error);
    }
    ended(queue.takeFirst());
  }

  function ended(work: Work | undefined): Work | undefined {
    octetsInAll -= work?.octets ?? 0;
    return work;
  }

  return {
    queue() {
      const queue = createWaiting();
      let octetsHere = 0;

      function makeRoom(): void {
        // The first is being worked on.
        while (
          queue.size() > 1 &&
          (queue.size() > mostMessages || octetsHere > mostOctets || octetsInAll > mostOctetsInAll)
        ) {
          ended(queue.takeSecond())?.givenUp();
        }
      }

      return {
        add<T>(octets: number, steps: Generator<unknown, T>): Promise<T | null> {
          return new Promise((resolve, reject) => {
            const end = (settle: () => void) => {
              octetsHere -= octets;
              settle();
            };
            queue.add({
              octets,
              step() {
                const step = steps.next();
                if (step.done) end(() => resolve(step.value));
                return step.done === true;
              },
              failed: (error) => end(() => reject(error)),
              givenUp: () => end(() => resolve(null)),
            });
            octetsHere += octets;
            octetsInAll += octets;
            makeRoom();
            busy.add(queue);
            if (isRunning) return;
            isRunning = true;
            slice();
          });
        },
        close() {
          while (queue.size() > 0) ended(queue.takeFirst())?.givenUp();
        },
      };
    },
  };
}
