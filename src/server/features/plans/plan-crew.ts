import { sql as raw } from 'kysely';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type {
  AircraftPapers,
  Ends,
  Engagement,
  OperatorToCheck,
  Paper,
  PilotPapers,
  TaskToCheck,
} from '#domain/plans/papers.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { Row } from '#server/db/rows-by-id.ts';
import { departurePlace, destinationPlace, nowhere, type Places, type TaskShape } from './plan-volumes.ts';

/** Who flies with what: by these rows papers are judged, of one plan or of many. */
export function crewsWanted(plans: readonly { company: number }[], tasks: readonly Crewed[]) {
  return {
    ...papersWanted(tasks),
    companies: {
      table: 'company',
      ids: plans.map(({ company }) => company),
      columns: ['name', 'examineState'],
    },
  };
}

/** What of a plan `checkPapers` judges. */
export function crewOf(
  plan: { company: number; unmanned?: boolean | null },
  tasks: readonly (Crewed & TaskShape)[],
  companies: Map<number, Row>,
  papers: ReturnType<typeof papersOf>,
  places: Places = nowhere,
): { operator: OperatorToCheck; flown: TaskToCheck[] } {
  const company = companies.get(plan.company);
  return {
    operator: {
      companyId: plan.company,
      companyCertified: company?.examineState === 1,
      companyName: String(company?.name ?? `#${plan.company}`),
      unmanned: plan.unmanned === true,
    },
    flown: tasks.map((task) => ({
      etd: Date.parse(task.etd),
      eta: Date.parse(task.eta),
      ...endsOf(task, places),
      aircraft: papers.aircraft.get(task.aircraft) ?? null,
      pilots: (task.pilots ?? []).flatMap((id) => papers.pilots.get(id) ?? []),
    })),
  };
}

/** Of a task: what flies, and who. */
export interface Crewed {
  aircraft: number;
  pilots?: number[] | null;
}

/** The rows of the aircraft and pilots of some tasks, as `papersOf` reads them. */
function papersWanted(tasks: readonly Crewed[]) {
  return {
    aircraft: {
      table: 'aircraft',
      ids: tasks.map((task) => task.aircraft),
      columns: [
        'registration',
        'company',
        'airworthinessExpiry',
        'radioLicenceExpiry',
        'insuranceExpiry',
        'auditState',
        'status',
      ],
      more: {
        designator: raw`(select y.designator from aircraft_type y where y.id = t.type)`,
        endurance: raw`coalesce(t.endurance_min, (select y.endurance_min from aircraft_type y where y.id = t.type))`,
      },
    },
    pilots: {
      table: 'pilot',
      ids: tasks.flatMap((task) => task.pilots ?? []),
      columns: ['name', 'company', 'licenceExpiry', 'medicalExpiry', 'auditState', 'status'],
      more: {
        ratings: raw`array(select y.designator from pilot_type_ratings l
          join aircraft_type y on y.id = l.target_id where l.owner_id = t.id)`,
      },
    },
  };
}

/** Papers and ratings of aircraft and pilots, by id. */
export function papersOf(rows: Record<keyof ReturnType<typeof papersWanted>, Map<number, Row>>): {
  aircraft: Map<number, AircraftPapers>;
  pilots: Map<number, PilotPapers>;
} {
  return {
    aircraft: new Map([...rows.aircraft].map(([id, row]) => [id, aircraftPapers(id, row)])),
    pilots: new Map([...rows.pilots].map(([id, row]) => [id, pilotPapers(id, row)])),
  };
}

function aircraftPapers(id: number, row: Row): AircraftPapers {
  return {
    id,
    registration: String(row.registration),
    companyId: companyOf(row),
    typeDesignator: stringOf(row.designator),
    enduranceMin: numberOf(row.endurance),
    papers: [
      paper('airworthiness', row.airworthinessExpiry),
      paper('radio', row.radioLicenceExpiry),
      paper('insurance', row.insuranceExpiry),
    ],
    accepted: row.auditState === 1,
    serviceable: row.status === 'active' || row.status === null,
  };
}

function pilotPapers(id: number, row: Row): PilotPapers {
  const { ratings } = row;
  return {
    id,
    name: String(row.name),
    companyId: companyOf(row),
    papers: [
      // A Chinese licence itself does not expire; only one that carries a date is held to it.
      ...(row.licenceExpiry ? [paper('licence', row.licenceExpiry)] : []),
      paper('medical', row.medicalExpiry),
    ],
    ratings: Array.isArray(ratings) ? ratings.filter((one) => typeof one === 'string') : [],
    accepted: row.auditState === 1,
    active: row.status === 'active' || row.status === null,
  };
}

function companyOf({ company }: Row): number | null {
  return numberOf(company);
}

function paper(name: string, validUntil: unknown): Paper {
  return { name, validUntil: stringOf(validUntil) };
}

function endsOf(task: TaskShape, places: Places): Ends {
  const positionOf = (place: Geometry | undefined): Position | null => {
    if (place?.type !== 'Point') return null;
    const [longitude, latitude] = place.coordinates;
    return { latitude, longitude };
  };
  return {
    departsFrom: positionOf(departurePlace(task, places)),
    arrivesAt: positionOf(destinationPlace(task, places)),
  };
}

/** When the aircraft and pilots of a plan's tasks are under way with it. */
export function engagementsOf(
  owner: { id: number; label: string },
  tasks: readonly (Crewed & TaskShape)[],
  places: Places,
): Engagement[] {
  return tasks.flatMap((task) => {
    const times = {
      planId: owner.id,
      planNumber: owner.label,
      from: Date.parse(task.etd),
      to: Date.parse(task.eta),
      ...endsOf(task, places),
    };
    return [
      { ...times, subject: { resource: 'aircraft' as const, id: task.aircraft } },
      ...(task.pilots ?? []).map((id) => ({ ...times, subject: { resource: 'pilot' as const, id } })),
    ];
  });
}
