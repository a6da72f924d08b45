/**
 * Works off what is due until nothing is, some at a time; gives how many were tried. One that could not be settled
 * stays claimed and is looked at again when its claim is over: it holds up none of the others.
 */
export async function drain<T>(
  claim: () => Promise<T[]>,
  deliver: (one: T) => Promise<unknown>,
  unsettled: (error: unknown) => void,
): Promise<number> {
  let tried = 0;
  for (;;) {
    const due = await claim();
    if (due.length === 0) return tried;
    tried += due.length;
    for (const result of await Promise.allSettled(due.map(deliver))) {
      if (result.status === 'rejected') unsettled(result.reason);
    }
  }
}
