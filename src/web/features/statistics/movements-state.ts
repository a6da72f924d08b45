import { useSearchParams } from 'react-router';
import type { InputOf } from '#contract/services.ts';
import { movementPlace, type TrackFlightPart, trackFlightParts } from '#domain/statistics/movements.ts';
import {
  inputOf,
  type ReportState,
  reportStateOf,
  searchOf,
} from '#web/features/plans/report/report-state.ts';
import { pageIn } from '#web/ui/page-in.ts';

/** Which flights of recorded tracks are listed, as the address says it. */
export interface TrackFlightsState extends ReportState {
  part: TrackFlightPart;
  /** As `movementPlace` writes it, and as it is called; null: anywhere. */
  place: string | null;
  name: string | null;
  movement: 'takeOff' | 'landing' | null;
  page: number;
}

export function trackFlightsStateOf(search: URLSearchParams, now?: string): TrackFlightsState {
  const place = search.get('place');
  const movement = search.get('movement');
  return {
    ...reportStateOf(search, now),
    part: trackFlightParts.find((part) => part === search.get('part')) ?? 'all',
    place: place !== null && movementPlace.test(place) ? place : null,
    name: search.get('name'),
    movement: movement === 'takeOff' || movement === 'landing' ? movement : null,
    page: pageIn(search),
  };
}

function searchOfFlights({
  part,
  place,
  name,
  movement,
  page,
  ...report
}: TrackFlightsState): URLSearchParams {
  const search = searchOf(report);
  if (part !== 'all') search.set('part', part);
  if (place !== null) search.set('place', place);
  if (place !== null && name !== null) search.set('name', name);
  if (movement !== null) search.set('movement', movement);
  if (page > 1) search.set('page', String(page));
  return search;
}

/** The page of take-offs and landings, of the same days and plans. */
export const movementsPath = (state: ReportState): string =>
  `/statistics/NavigationBigData/movements?${searchOf(state)}`;

/** The list of the flights that a number of take-offs or landings counts. */
export const trackFlightsPath = (
  state: ReportState,
  of: Partial<Pick<TrackFlightsState, 'part' | 'place' | 'name' | 'movement'>>,
): string =>
  `/statistics/NavigationBigData/flights?${searchOfFlights({
    ...state,
    part: 'all',
    place: null,
    name: null,
    movement: null,
    page: 1,
    ...of,
  })}`;

/** What the calls take. */
export function trackFlightsInput(state: TrackFlightsState): InputOf<'Statistics', 'ExportTrackFlights'> {
  const { part, place, movement } = state;
  return {
    ...inputOf(state),
    part,
    ...(place === null ? {} : { place }),
    ...(movement === null ? {} : { movement }),
  };
}

/** What the address asks for, and how to ask for something else: another question begins at its first page. */
export function useTrackFlightsState(): [TrackFlightsState, (next: Partial<TrackFlightsState>) => void] {
  const [search, setSearch] = useSearchParams();
  const state = trackFlightsStateOf(search);
  return [state, (next) => setSearch(searchOfFlights({ ...state, page: 1, ...next }))];
}
