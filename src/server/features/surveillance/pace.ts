/** Messages that are taken in one turn of the event loop, and how long that may take. */
const perTurn = 100;
const turnMs = 10;
/** While so much waits to be worked on, no more is taken. The queue has place for ten times as many messages. */
const mostMessages = 1_000;
const mostOctets = 4 * 1024 * 1024;
/** No longer than this: behind what is not taken wait the answers to our pings. */
const longestMs = 1_000;

/** Takes messages no faster than they are worked on, and leaves others their turn in between. */
export interface Pace {
  /** `work` ends once the message was worked on. `next` is called when the next message may come. */
  take(octets: number, work: Promise<unknown>, next: () => void): void;
}

export function createPace(): Pace {
  let messages = 0;
  let octets = 0;
  let inTurn = 0;
  let until = 0;
  let go: (() => void) | null = null;

  const isFull = (): boolean => messages >= mostMessages || octets >= mostOctets;

  function hold(next: () => void): void {
    const timer = setTimeout(() => go?.(), longestMs);
    go = () => {
      clearTimeout(timer);
      go = null;
      setImmediate(next);
    };
  }

  function startTurn(): void {
    until = performance.now() + turnMs;
    setImmediate(() => {
      inTurn = 0;
    });
  }

  return {
    take(length, work, next) {
      if (inTurn++ === 0) startTurn();
      messages++;
      octets += length;
      const done = () => {
        messages--;
        octets -= length;
        if (!isFull()) go?.();
      };
      work.then(done, done);
      if (isFull()) hold(next);
      else if (inTurn >= perTurn || performance.now() >= until) setImmediate(next);
      else next();
    },
  };
}
