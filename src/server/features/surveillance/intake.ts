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
  const busy = new Set<Work[]>();
  let isRunning = false;
  let octetsInAll = 0;

  function slice(): void {
    const until = performance.now() + sliceMs;
    let left = sliceSteps;
    for (const queue of busy) {
      busy.delete(queue);
      for (let step = 0; step < turnSteps && left > 0; step++, left--) {
        if (queue.length === 0 || performance.now() >= until) break;
        takeStep(queue);
      }
      // It goes behind the others, and this loop comes to it once more.
      if (queue.length > 0) busy.add(queue);
      if (left === 0 || performance.now() >= until) break;
    }
    if (busy.size > 0) setImmediate(slice);
    else isRunning = false;
  }

  function takeStep(queue: Work[]): void {
    const [work] = queue;
    try {
      if (!work?.step()) return;
    } catch (error) {
      work?.failed(error);
    }
    remove(queue, 0);
  }

  function remove(queue: Work[], at: number): Work | undefined {
    const [work] = queue.splice(at, 1);
    octetsInAll -= work?.octets ?? 0;
    return work;
  }

  return {
    queue() {
      const queue: Work[] = [];
      let octetsHere = 0;

      function makeRoom(): void {
        // The first is being worked on.
        while (
          queue.length > 1 &&
          (queue.length > mostMessages || octetsHere > mostOctets || octetsInAll > mostOctetsInAll)
        ) {
          remove(queue, 1)?.givenUp();
        }
      }

      return {
        add<T>(octets: number, steps: Generator<unknown, T>): Promise<T | null> {
          return new Promise((resolve, reject) => {
            const end = (settle: () => void) => {
              octetsHere -= octets;
              settle();
            };
            queue.push({
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
          while (queue.length > 0) remove(queue, 0)?.givenUp();
        },
      };
    },
  };
}
