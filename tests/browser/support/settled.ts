const everyMs = 100;
const sameTimes = 3;

/**
 * What `read` gives once it is the same three times in a row, 100 ms apart. For a value that a test needs for its next
 * steps; what it expects is asserted with `expect.poll`. Nothing on a page is read at once: it may be about to change.
 */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  let value = await read();
  for (let same = 1; same < sameTimes; ) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    const next = await read();
    same = JSON.stringify(next) === JSON.stringify(value) ? same + 1 : 1;
    value = next;
  }
  return value;
}
