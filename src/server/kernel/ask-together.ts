/** How long a question waits for the answer of the one before it: a connection that hangs holds up nobody else for longer. */
const patienceMs = 100;

/**
 * One question to the database for all who ask at the same time. Whoever asks while another question is being answered is
 * answered by the next, together with everybody else who waits for it. What they learn is therefore always read after
 * they asked: nothing is remembered.
 * @param ask the answers by their key; a key without one is left out. Where it fails, it fails for all whom it was for.
 */
export function askTogether<Key, Answer>(
  ask: (keys: Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  let underWay: Promise<unknown> | undefined;
  let next: ReturnType<typeof gather> | undefined;

  async function answersFor(keys: Set<Key>): Promise<ReadonlyMap<Key, Answer>> {
    await (underWay && settledOrLate(underWay));
    next = undefined;
    const answers = ask([...keys]);
    underWay = answers;
    try {
      return await answers;
    } finally {
      if (underWay === answers) underWay = undefined;
    }
  }

  function gather(): { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Answer>> } {
    const keys = new Set<Key>();
    return { keys, answers: answersFor(keys) };
  }

  return async (key) => {
    next ??= gather();
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}

function settledOrLate(answer: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, patienceMs);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    answer.then(done, done);
  });
}
