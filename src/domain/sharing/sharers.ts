import { planReaders } from '#domain/plans/readers.ts';
import { targetReaders } from '#domain/surveillance/target-readers.ts';

/** Who may see recorded tracks (specification §2, /flightWatch/trackPlayback). */
const playback = ['Pages.FlightWatch.Trackreplay'];

/** Whoever may see anything that a link can show; which of it, the record's own rows decide. */
export const sharers = [...new Set([...planReaders, ...targetReaders, ...playback])];
