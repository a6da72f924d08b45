export function shiftDate(offsetMs: number): void;
