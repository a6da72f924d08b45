import { own } from '#domain/text/own.ts';

/** Reasons whose texts have a value in them, as they are said of many at once. */
const plain: Readonly<Record<string, string>> = {
  'track.line.failed': 'track.counted.lineFailed',
  'track.line.full': 'track.counted.lineFull',
  'track.line.answered': 'track.counted.lineAnswered',
  'track.line.login': 'track.counted.lineLogin',
  'track.push.slow': 'track.counted.pushSlow',
};

/** The key of the text by which a reason is shown beside how often it came: it has no holes. */
export const countedKey = (reason: string): string => own<string>(plain, reason) ?? reason;
