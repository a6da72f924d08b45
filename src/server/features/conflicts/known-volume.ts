import type { Volume4d } from '#domain/conflicts/strategic.ts';
import type { GroundMargins } from '#domain/conflicts/unmeasured.ts';
import type { Engagement } from '#domain/plans/papers.ts';
import type { Sql } from '#server/db/sql.ts';

/** So many letters of a report's text stand in a finding at most. */
export const longestText = 240;

/** What takes or closes air, as its record says it; the check gives each its level. */
export type KnownVolume = PlanVolume | AirspaceVolume | NoticeVolume | NotamVolume | WeatherVolume;

export interface PlanVolume extends Volume4d {
  source: 'plan';
  companyId: number;
  /** The lower goes first (Flight Basic Rules, art. 91; precedence.ts). */
  precedence: number;
}

export interface AirspaceVolume extends Volume4d {
  source: 'airspace';
  /** Why it is in here: of one airspace several may hold, each at its own times. */
  because: 'closed' | 'prohibited' | 'restricted' | 'restrictedOpen' | 'danger' | 'granted';
  companyId: number | null;
  sharing: string;
}

export interface NoticeVolume extends Volume4d {
  source: 'notice';
  kind: string;
  /** 1 is the most serious of four. */
  level: number;
  /** Whom it is for; empty: everybody. */
  companies: number[];
}

export interface NotamVolume extends Volume4d {
  source: 'notam';
  /** What it does to a plan that meets it, by its Q-code (domain/notam/effect.ts). */
  effect: 'hold' | 'warn' | 'none';
  /** `I`, `V`, `IV`: for whom it is, by its Q-line; null: not known. */
  traffic: string | null;
  /** E) in both languages, shortened, in one line. */
  text: string;
}

export interface WeatherVolume extends Volume4d {
  source: 'weather';
  /** What is expected there, as written: `SEV TURB`. */
  phenomenon: string;
  /** The report, shortened, in one line. */
  text: string;
}

/** What holds in a whole flight information region whose boundary is not recorded: wherever that is. */
export interface UnplacedVolume extends Omit<Volume4d, 'footprint'> {
  /** Its designator. */
  region: string;
}

/** Figures of the parameters that volumes are made with. */
export interface VolumeParameters extends GroundMargins {
  corridorWidthM: number;
  pointRadiusM: number;
  timeZone: string;
}

/** Where volumes come from: one line of the list in conflicts.ts each. */
export interface VolumeSource {
  /** As the change log names it. */
  name: string;
  /** `ids` null: of all. What no longer takes air is left out. */
  load(sql: Sql, ids: number[] | null, parameters: VolumeParameters): Promise<Known>;
  /** Do these records of it say where those of other sources hold? Then all are read again. */
  placesOthers?(sql: Sql, ids: number[]): Promise<boolean>;
}

/** What a source has, by record. */
export interface Known {
  volumes: Map<number, KnownVolume[]>;
  unplaced?: Map<number, UnplacedVolume>;
  /** When its aircraft and pilots are under way. */
  engagements?: Map<number, Engagement[]>;
}
