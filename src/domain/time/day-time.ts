/**
 * The moment, UTC ms, that a day of the month, an hour and a minute name: that of the months around nearest to `near`.
 * Hour 24 with minute 0 is the end of the day. Null: there is no such day or time in the months around.
 */
export function dayTimeNear(day: number, hour: number, minute: number, near: number): number | null {
  const isTime = hour < 24 ? minute < 60 : hour === 24 && minute === 0;
  if (day < 1 || day > 31 || hour < 0 || minute < 0 || !isTime) return null;
  const around = new Date(near);
  let nearest: number | null = null;
  for (const months of [-1, 0, 1]) {
    const midnight = new Date(Date.UTC(around.getUTCFullYear(), around.getUTCMonth() + months, day));
    if (midnight.getUTCDate() !== day) continue;
    const at = midnight.getTime() + (hour * 60 + minute) * 60_000;
    if (nearest === null || Math.abs(at - near) < Math.abs(nearest - near)) nearest = at;
  }
  return nearest;
}
