const prefix = /^r\d+:/;

/** `r<source>:` is before the ids of what a replay shows (surveillance.ts): it is past, and recorded already. */
export const isReplayed = ({ id }: { id: string }): boolean => id.startsWith('r') && prefix.test(id);
