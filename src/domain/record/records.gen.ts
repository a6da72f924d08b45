// Generated from schemas/ by `npx tsx scripts/generate-types.ts`. Do not edit.
import type { Altitude } from '#domain/geo/altitude.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { StoredText } from '#domain/text/locales/stored-text.ts';
import type { SystemFields } from './resource.ts';

/**
 * Aircraft
 */
export interface Aircraft {
  /**
   * Registration mark
   */
  registration: string;
  /**
   * ICAO 24-bit address
   */
  icao24?: string | null;
  /**
   * Aircraft type, id of aircraftType
   */
  type: number;
  /**
   * Serial number (MSN)
   */
  serialNumber: string;
  /**
   * Operator, id of company
   */
  company: number;
  /**
   * Usual callsign
   */
  callsign?: string | null;
  /**
   * State of registry
   */
  nationality?: string | null;
  /**
   * Base aerodrome, id of airport
   */
  baseAirport?: number | null;
  /**
   * Date of manufacture
   */
  manufactureDate?: string | null;
  /**
   * Maximum take-off mass, kg
   */
  mtowKg?: number | null;
  /**
   * Seats
   */
  seats?: number | null;
  /**
   * Endurance, min
   */
  enduranceMin?: number | null;
  /**
   * Colour and markings
   */
  colour?: string | null;
  /**
   * Surveillance equipment
   */
  surveillanceEquipment?: string | null;
  /**
   * Radio and navigation equipment
   */
  comNavEquipment?: string | null;
  /**
   * ADS-B out
   */
  adsbOut?: ('none' | '1090' | '978' | 'beidou' | '4g') | null;
  /**
   * Airworthiness certificate no.
   */
  airworthinessNumber: string;
  /**
   * Airworthiness category
   */
  airworthinessCategory?: ('standard' | 'special' | 'provisional' | 'export') | null;
  /**
   * Airworthiness valid until
   */
  airworthinessExpiry: string;
  /**
   * Registration certificate no.
   */
  nationalityCertificateNumber?: string | null;
  /**
   * Radio station licence no.
   */
  radioLicenceNumber?: string | null;
  /**
   * Radio station licence valid until
   */
  radioLicenceExpiry?: string | null;
  /**
   * Insurer
   */
  insuranceCompany?: string | null;
  /**
   * Third-party liability policy no.
   */
  insuranceNumber?: string | null;
  /**
   * Insurance valid until
   */
  insuranceExpiry?: string | null;
  /**
   * Status
   */
  status?: ('active' | 'maintenance' | 'suspended' | 'deregistered') | null;
  /**
   * Audit state
   */
  auditState?: (0 | 1 | 2 | 3 | 4 | 5) | null;
  /**
   * Audit opinion
   */
  auditOpinion?: StoredText | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type AircraftRecord = Required<Aircraft> & SystemFields;

/**
 * Aircraft type
 */
export interface AircraftType {
  /**
   * Type designator
   */
  designator: string;
  /**
   * Manufacturer
   */
  manufacturer: string;
  /**
   * Model
   */
  model: string;
  /**
   * Chinese name
   */
  nameZh?: string | null;
  /**
   * Category
   */
  category:
    | 'landplane'
    | 'seaplane'
    | 'amphibian'
    | 'helicopter'
    | 'gyrocopter'
    | 'tiltrotor'
    | 'glider'
    | 'balloon'
    | 'airship'
    | 'powered'
    | 'uas';
  /**
   * Engines
   */
  engineCount: number;
  /**
   * Engine type
   */
  engineType: 'piston' | 'turboprop' | 'turboshaft' | 'jet' | 'electric' | 'none';
  /**
   * Wake turbulence category
   */
  wtc: 'L' | 'M' | 'H' | 'J';
  /**
   * Maximum take-off mass, kg
   */
  mtowKg?: number | null;
  /**
   * Cruise speed, km/h
   */
  cruiseSpeedKmh?: number | null;
  /**
   * Service ceiling
   */
  ceiling?: Altitude | null;
  /**
   * Range, km
   */
  rangeKm?: number | null;
  /**
   * Endurance, min
   */
  enduranceMin?: number | null;
  /**
   * Maximum cross wind, m/s
   */
  maxCrosswindMps?: number | null;
  /**
   * Minimum visibility, m
   */
  minVisibilityM?: number | null;
  /**
   * Minimum ceiling, m
   */
  minCeilingM?: number | null;
  /**
   * Seats
   */
  seats?: number | null;
  /**
   * Active
   */
  isActive?: boolean | null;
}

export type AircraftTypeRecord = Required<AircraftType> & SystemFields;

/**
 * Airport
 */
export interface Airport {
  /**
   * ICAO location indicator
   */
  icao?: string | null;
  /**
   * IATA code
   */
  iata?: string | null;
  /**
   * Identifier
   */
  localCode?: string | null;
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Kind
   */
  kind: 'civil' | 'ga' | 'heliport' | 'military';
  /**
   * GA class
   */
  gaClass?: ('A1' | 'A2' | 'A3' | 'B') | null;
  /**
   * Status
   */
  status?: ('open' | 'closed') | null;
  /**
   * Country or region
   */
  country?: string | null;
  /**
   * Province, code of dictionary region
   */
  region?: string | null;
  /**
   * City served
   */
  city?: string | null;
  /**
   * Reference point (ARP)
   */
  position: Extract<Geometry, {type: 'Point'}>;
  /**
   * Elevation
   */
  elevation?: Altitude | null;
  /**
   * Transition altitude
   */
  transitionAltitude?: Altitude | null;
  /**
   * Magnetic variation, °
   */
  magneticVariation?: number | null;
  /**
   * Runways
   */
  runways?:
    | {
        /**
         * Designator
         */
        designator: string;
        /**
         * Length, m
         */
        lengthM?: number;
        /**
         * Width, m
         */
        widthM?: number;
        /**
         * Surface, code of dictionary surface
         */
        surface?: string;
        /**
         * True bearing, °
         */
        headingTrue?: number;
        /**
         * Latitude of the first threshold, °
         */
        firstLatitude?: number;
        /**
         * Longitude of the first threshold, °
         */
        firstLongitude?: number;
        /**
         * Latitude of the second threshold, °
         */
        secondLatitude?: number;
        /**
         * Longitude of the second threshold, °
         */
        secondLongitude?: number;
        /**
         * Lighted
         */
        lighted?: boolean;
      }[]
    | null;
  /**
   * Declared distances
   */
  declaredDistances?:
    | {
        /**
         * Direction
         */
        direction: string;
        /**
         * TORA, m
         */
        toraM?: number;
        /**
         * TODA, m
         */
        todaM?: number;
        /**
         * ASDA, m
         */
        asdaM?: number;
        /**
         * LDA, m
         */
        ldaM?: number;
      }[]
    | null;
  /**
   * Frequencies
   */
  frequencies?:
    | {
        /**
         * Use
         */
        kind: string;
        /**
         * Callsign
         */
        name?: string;
        /**
         * Frequency, MHz
         */
        frequencyMhz: number;
      }[]
    | null;
  /**
   * Operating hours
   */
  hours?: string | null;
  /**
   * Opening times
   */
  openTimes?:
    | {
        /**
         * Days of the week
         */
        days: (1 | 2 | 3 | 4 | 5 | 6 | 7)[];
        /**
         * Start
         */
        startTime: string;
        /**
         * End
         */
        endTime: string;
      }[]
    | null;
  /**
   * Night operations
   */
  nightOperations?: ('allowed' | 'permission' | 'notAllowed') | null;
  /**
   * Time zone
   */
  timeZone?: string | null;
  /**
   * Services
   */
  services?: string | null;
  /**
   * Operator
   */
  operator?: string | null;
  /**
   * Phone
   */
  phone?: string | null;
  /**
   * Contact
   */
  contact?: string | null;
  /**
   * Email
   */
  email?: string | null;
  /**
   * Source and licence
   */
  source?: string | null;
  /**
   * Effective date
   */
  effectiveDate?: string | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type AirportRecord = Required<Airport> & SystemFields;

/**
 * Airspace
 */
export interface Airspace {
  /**
   * Airspace name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Designator
   */
  designator?: string | null;
  /**
   * Kind
   */
  kind:
    | 'temporary'
    | 'training'
    | 'aerodrome'
    | 'corridor'
    | 'route'
    | 'line'
    | 'fuelDump'
    | 'prohibited'
    | 'restricted'
    | 'danger'
    | 'tempRestricted'
    | 'uasSuitable'
    | 'uasControlled'
    | 'atz'
    | 'ctr'
    | 'tma'
    | 'cta'
    | 'fir'
    | 'reporting'
    | 'monitoring';
  /**
   * Class
   */
  airspaceClass?: ('A' | 'B' | 'C' | 'D' | 'E' | 'G' | 'W') | null;
  /**
   * Shape
   */
  shape: 'circle' | 'polygon' | 'sector' | 'corridor' | 'point';
  /**
   * Horizontal extent
   */
  geometry: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}>;
  /**
   * Centre
   */
  center?: Extract<Geometry, {type: 'Point'}> | null;
  /**
   * Radius, m
   */
  radiusM?: number | null;
  /**
   * Start bearing, °
   */
  startBearing?: number | null;
  /**
   * End bearing, °
   */
  endBearing?: number | null;
  /**
   * Centre line
   */
  centerline?: Extract<Geometry, {type: 'LineString'}> | null;
  /**
   * Width, m
   */
  widthM?: number | null;
  /**
   * Lower limit
   */
  lower: Altitude;
  /**
   * Upper limit
   */
  upper: Altitude;
  /**
   * Valid from, UTC
   */
  validFrom?: string | null;
  /**
   * Valid until, UTC
   */
  validTo?: string | null;
  /**
   * Times of use
   */
  schedule?:
    | {
        /**
         * Days of the week
         */
        days: (1 | 2 | 3 | 4 | 5 | 6 | 7)[];
        /**
         * Start
         */
        startTime: string;
        /**
         * End
         */
        endTime: string;
      }[]
    | null;
  /**
   * Holder, id of company
   */
  company?: number | null;
  /**
   * Mission type, id of missionType
   */
  missionType?: number | null;
  /**
   * Nature of activity
   */
  activityNature?: string | null;
  /**
   * Entry and exit
   */
  entryExit?: string | null;
  /**
   * Controlling unit, id of organizationUnit
   */
  controlUnit?: number | null;
  /**
   * Frequency, MHz
   */
  frequencyMhz?: number | null;
  /**
   * Sharing
   */
  sharing?: ('exclusive' | 'consent' | 'shared') | null;
  /**
   * State
   */
  state?: (0 | 1 | 2) | null;
  /**
   * Acceptance
   */
  acceptState?: ('-1' | '0' | '1' | '2' | '3') | null;
  /**
   * Open state
   */
  openState?: ('open' | 'closed') | null;
  /**
   * Opened or closed at, UTC
   */
  openChangedAt?: string | null;
  /**
   * Reason
   */
  openReason?: string | null;
  /**
   * Source
   */
  source?: string | null;
  /**
   * Source in English
   */
  sourceEn?: string | null;
  /**
   * Audit state
   */
  auditState?: (0 | 1 | 2 | 3 | 4 | 5) | null;
  /**
   * Audit opinion
   */
  auditOpinion?: StoredText | null;
  /**
   * Proposed approving level
   */
  proposedLevel?: ('aerodrome' | 'subZone' | 'zone' | 'betweenZones') | null;
  /**
   * Submitted at, UTC
   */
  submittedAt?: string | null;
  /**
   * Submitted by, id of user
   */
  submittedBy?: number | null;
  /**
   * To be decided by, UTC
   */
  decideBy?: string | null;
  /**
   * Decided at, UTC
   */
  decidedAt?: string | null;
  /**
   * Reason
   */
  reason?: string | null;
  /**
   * Capacity
   */
  densityLimit?: number | null;
  /**
   * Horizontal separation for alerts, m
   */
  separationM?: number | null;
  /**
   * Vertical separation for alerts, m
   */
  separationVerticalM?: number | null;
  /**
   * Minimum safe altitude (AMSL), m
   */
  minimumAltitudeM?: number | null;
  /**
   * Alert figures
   */
  alertFigures?:
    | {
        /**
         * Figure
         */
        figure:
          | 'pairs.tauS'
          | 'pairs.warningS'
          | 'pairs.cautionS'
          | 'pairs.advisoryS'
          | 'pairs.advisoryDistanceM'
          | 'pairs.advisoryVerticalM'
          | 'areas.lookAheadS'
          | 'areas.bufferM'
          | 'terrain.clearanceM'
          | 'terrain.warningS'
          | 'conformance.lateralM'
          | 'conformance.verticalM'
          | 'conformance.earlyMin'
          | 'conformance.lateMin'
          | 'lostSignal.afterS'
          | 'steadiness.m'
          | 'steadiness.n'
          | 'steadiness.hysteresisS'
          | 'steadiness.persistenceS';
        /**
         * Value
         */
        value: number;
      }[]
    | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type AirspaceRecord = Required<Airspace> & SystemFields;

/**
 * Airspace event
 */
export interface AirspaceEvent {
  /**
   * Airspace, id of airspace
   */
  airspace: number;
  /**
   * Holder, id of company
   */
  company?: number | null;
  /**
   * Event
   */
  kind: 'open' | 'close' | 'extend' | 'extensionAsked' | 'expire' | 'complete' | 'cancel' | 'version';
  /**
   * From, UTC
   */
  from: string;
  /**
   * Until, UTC
   */
  to?: string | null;
  /**
   * Reason
   */
  reason?: string | null;
  /**
   * Recorded by, id of user
   */
  by?: number | null;
  /**
   * Name of who recorded it
   */
  byName?: string | null;
  /**
   * Recorded at, UTC
   */
  at: string;
  /**
   * State of the request
   */
  state?: ('waiting' | 'granted' | 'declined' | 'withdrawn' | 'lapsed') | null;
  /**
   * Answer
   */
  answer?: string | null;
  /**
   * Answered by, id of user
   */
  answeredBy?: number | null;
  /**
   * Name of who answered
   */
  answeredByName?: string | null;
  /**
   * Answered at, UTC
   */
  answeredAt?: string | null;
  /**
   * Has begun
   */
  appliedFrom?: boolean | null;
  /**
   * Has ended
   */
  appliedTo?: boolean | null;
}

export type AirspaceEventRecord = Required<AirspaceEvent> & SystemFields;

/**
 * Airspace template
 */
export interface AirspaceTemplate {
  /**
   * Template name
   */
  name: string;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Kept by, id of user
   */
  owner?: number | null;
  /**
   * Kind
   */
  kind?: ('temporary' | 'training' | 'aerodrome' | 'corridor' | 'line') | null;
  /**
   * Shape
   */
  shape: 'circle' | 'polygon' | 'sector' | 'corridor' | 'point';
  /**
   * Horizontal extent
   */
  geometry: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}>;
  /**
   * Centre
   */
  center?: Extract<Geometry, {type: 'Point'}> | null;
  /**
   * Radius, m
   */
  radiusM?: number | null;
  /**
   * Start bearing, °
   */
  startBearing?: number | null;
  /**
   * End bearing, °
   */
  endBearing?: number | null;
  /**
   * Centre line
   */
  centerline?: Extract<Geometry, {type: 'LineString'}> | null;
  /**
   * Width, m
   */
  widthM?: number | null;
  /**
   * Lower limit
   */
  lower: Altitude;
  /**
   * Upper limit
   */
  upper: Altitude;
  /**
   * Entry and exit
   */
  entryExit?: string | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type AirspaceTemplateRecord = Required<AirspaceTemplate> & SystemFields;

/**
 * Airspace version
 */
export interface AirspaceVersion {
  /**
   * Airspace, id of airspace
   */
  airspace: number;
  /**
   * Holder, id of company
   */
  company?: number | null;
  /**
   * Number
   */
  number: number;
  /**
   * In force from, UTC
   */
  effectiveFrom: string;
  /**
   * In force until, UTC
   */
  effectiveTo?: string | null;
  /**
   * Airspace name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Kind
   */
  kind:
    | 'temporary'
    | 'training'
    | 'aerodrome'
    | 'corridor'
    | 'route'
    | 'line'
    | 'fuelDump'
    | 'prohibited'
    | 'restricted'
    | 'danger'
    | 'tempRestricted'
    | 'uasSuitable'
    | 'uasControlled'
    | 'atz'
    | 'ctr'
    | 'tma'
    | 'cta'
    | 'fir'
    | 'reporting'
    | 'monitoring';
  /**
   * Class
   */
  airspaceClass?: ('A' | 'B' | 'C' | 'D' | 'E' | 'G' | 'W') | null;
  /**
   * Shape
   */
  shape?: ('circle' | 'polygon' | 'sector' | 'corridor' | 'point') | null;
  /**
   * Horizontal extent
   */
  geometry: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}>;
  /**
   * Centre
   */
  center?: Extract<Geometry, {type: 'Point'}> | null;
  /**
   * Radius, m
   */
  radiusM?: number | null;
  /**
   * Start bearing, °
   */
  startBearing?: number | null;
  /**
   * End bearing, °
   */
  endBearing?: number | null;
  /**
   * Centre line
   */
  centerline?: Extract<Geometry, {type: 'LineString'}> | null;
  /**
   * Width, m
   */
  widthM?: number | null;
  /**
   * Lower limit
   */
  lower?: Altitude | null;
  /**
   * Upper limit
   */
  upper?: Altitude | null;
  /**
   * Valid from, UTC
   */
  validFrom?: string | null;
  /**
   * Valid until, UTC
   */
  validTo?: string | null;
  /**
   * Times of use
   */
  schedule?:
    | {
        /**
         * Days of the week
         */
        days: (1 | 2 | 3 | 4 | 5 | 6 | 7)[];
        /**
         * Start
         */
        startTime: string;
        /**
         * End
         */
        endTime: string;
      }[]
    | null;
  /**
   * Sharing
   */
  sharing?: ('exclusive' | 'consent' | 'shared') | null;
  /**
   * Reason of the change
   */
  reason?: string | null;
  /**
   * Changed by, id of user
   */
  author?: number | null;
  /**
   * Name of who changed it
   */
  authorName?: string | null;
  /**
   * Has come into force
   */
  applied?: boolean | null;
}

export type AirspaceVersionRecord = Required<AirspaceVersion> & SystemFields;

/**
 * Airway
 */
export interface Airway {
  /**
   * Designator
   */
  designator: string;
  /**
   * Points in order
   */
  points: string[];
  /**
   * Centre line
   */
  geometry?: Extract<Geometry, {type: 'LineString'}> | null;
  /**
   * Lower limit
   */
  lower?: Altitude | null;
  /**
   * Upper limit
   */
  upper?: Altitude | null;
  /**
   * Source
   */
  source?: string | null;
  /**
   * Source in English
   */
  sourceEn?: string | null;
  /**
   * Remark
   */
  remark?: string | null;
}

export type AirwayRecord = Required<Airway> & SystemFields;

/**
 * API token
 */
export interface ApiToken {
  /**
   * Name
   */
  name: string;
  /**
   * User, id of user
   */
  user: number;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Begins with
   */
  prefix: string;
  /**
   * Token hash
   */
  tokenHash: string;
  /**
   * Scope
   */
  permissions?: string[] | null;
  /**
   * Read only
   */
  readOnly?: boolean | null;
  /**
   * Ends at, UTC
   */
  expiresAt: string;
  /**
   * Last used, UTC
   */
  lastUsedAt?: string | null;
  /**
   * Revoked at, UTC
   */
  revokedAt?: string | null;
}

export type ApiTokenRecord = Required<Omit<ApiToken, 'tokenHash'>> & SystemFields;

/**
 * Decision
 */
export interface Approval {
  /**
   * Running flow, id of flowInstance
   */
  flowInstance: number;
  /**
   * Applicant, id of company
   */
  company?: number | null;
  /**
   * Step
   */
  stepIndex: number;
  /**
   * Step name
   */
  stepName?: string | null;
  /**
   * Step name in English
   */
  stepNameEn?: string | null;
  /**
   * Decision
   */
  decision: 'approve' | 'reject' | 'return' | 'reassign';
  /**
   * Decided by, id of user
   */
  decidedBy?: number | null;
  /**
   * Name
   */
  decidedByName?: string | null;
  /**
   * Decided at, UTC
   */
  decidedAt: string;
  /**
   * Comment
   */
  comment?: StoredText | null;
  /**
   * What was decided on
   */
  snapshot?: Record<string, unknown> | null;
}

export type ApprovalRecord = Required<Approval> & SystemFields;

/**
 * Attachment
 */
export interface Attachment {
  /**
   * Record type
   */
  resource: string;
  /**
   * Record
   */
  recordId: number;
  /**
   * Kind
   */
  kind?: string | null;
  /**
   * File name
   */
  name: string;
  /**
   * Size, B
   */
  size: number;
  /**
   * Media type
   */
  mediaType: string;
  /**
   * Checksum (SHA-256)
   */
  sha256: string;
  /**
   * Added by
   */
  addedByName?: string | null;
  /**
   * Storage key
   */
  storageKey: string;
}

export type AttachmentRecord = Required<Omit<Attachment, 'storageKey'>> & SystemFields;

/**
 * Device code
 */
export interface BindCode {
  /**
   * User, id of user
   */
  user: number;
  /**
   * Code hash
   */
  codeHash: string;
  /**
   * Made in session
   */
  ownerSession?: string | null;
  /**
   * State
   */
  state: 'waiting' | 'asked' | 'granted' | 'refused' | 'used';
  /**
   * Valid until, UTC
   */
  expiresAt: string;
  /**
   * Device
   */
  deviceName?: string | null;
  /**
   * Client address
   */
  clientIpAddress?: string | null;
  /**
   * Browser
   */
  browserInfo?: string | null;
  /**
   * Secret hash
   */
  secretHash?: string | null;
  /**
   * Check number
   */
  checkNumber?: string | null;
}

export type BindCodeRecord = Required<Omit<BindCode, 'codeHash' | 'ownerSession' | 'secretHash'>> & SystemFields;

/**
 * Briefing
 */
export interface Briefing {
  /**
   * Title
   */
  title: string;
  /**
   * Flight plan, id of plan
   */
  plan?: number | null;
  /**
   * Aerodrome, id of airport
   */
  airport?: number | null;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Area
   */
  area?: Extract<Geometry, {type: 'Point' | 'LineString' | 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Lower limit
   */
  lower?: Altitude | null;
  /**
   * Upper limit
   */
  upper?: Altitude | null;
  /**
   * Distance around, m
   */
  withinM?: number | null;
  /**
   * From, UTC
   */
  validFrom: string;
  /**
   * To, UTC
   */
  validTo: string;
  /**
   * Briefed at, UTC
   */
  madeAt: string;
  /**
   * Briefed user, id of user
   */
  madeBy?: number | null;
  /**
   * Briefed
   */
  madeByName: string;
  /**
   * Items
   */
  count: number;
  /**
   * Content
   */
  content: string;
}

export type BriefingRecord = Required<Omit<Briefing, 'content'>> & SystemFields;

/**
 * Notification sent
 */
export interface ChannelDelivery {
  /**
   * Message id
   */
  key: string;
  /**
   * Kind of message
   */
  kind?:
    | (
        | 'plan'
        | 'airspace'
        | 'certification'
        | 'receipt'
        | 'notice'
        | 'weather'
        | 'alert'
        | 'rule'
        | 'room'
        | 'meeting'
        | 'report'
        | 'system'
      )
    | null;
  /**
   * Channel
   */
  channel: 'email' | 'push' | 'webhook';
  /**
   * User, id of user
   */
  user: number;
  /**
   * Message
   */
  reminder?: number | null;
  /**
   * Pushed to
   */
  subscription?: number | null;
  /**
   * Status
   */
  status: 'pending' | 'sending' | 'delivered' | 'skipped' | 'dead';
  /**
   * Attempts
   */
  attempts: number;
  /**
   * First tried at, UTC
   */
  firstTriedAt?: string | null;
  /**
   * Next try at, UTC
   */
  nextAt?: string | null;
  /**
   * Sent at, UTC
   */
  deliveredAt?: string | null;
  /**
   * Details
   */
  error?: StoredText | null;
}

export type ChannelDeliveryRecord = Required<ChannelDelivery> & SystemFields;

/**
 * Notification settings
 */
export interface ChannelSetting {
  /**
   * User, id of user
   */
  user?: number | null;
  /**
   * Role, id of role
   */
  role?: number | null;
  /**
   * Channels of each kind of message
   */
  choices: Record<string, unknown>;
  /**
   * Quiet from
   */
  quietFrom?: string | null;
  /**
   * Quiet until
   */
  quietUntil?: string | null;
  /**
   * Zone of the quiet hours
   */
  quietZone?: string | null;
  /**
   * Webhook address
   */
  webhookUrl?: string | null;
  /**
   * Signing secret no.
   */
  secretVersion?: number | null;
}

export type ChannelSettingRecord = Required<ChannelSetting> & SystemFields;

/**
 * Company
 */
export interface Company {
  /**
   * Company name
   */
  name: string;
  /**
   * Short name
   */
  shortName?: string | null;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Unified social credit code
   */
  uscc: string;
  /**
   * Kind of company, code of dictionary companyKind
   */
  kind?: string | null;
  /**
   * Region, code of dictionary region
   */
  region?: string | null;
  /**
   * Address
   */
  address?: string | null;
  /**
   * Legal representative
   */
  legalRepresentative: string;
  /**
   * Contact
   */
  contact: string;
  /**
   * Phone
   */
  phone: string;
  /**
   * Duty phone
   */
  dutyPhone?: string | null;
  /**
   * E-mail
   */
  email?: string | null;
  /**
   * Operating approvals, code of dictionary operatingCertificate
   */
  certificateKinds?: string[] | null;
  /**
   * Operating certificate no.
   */
  certificateNumber?: string | null;
  /**
   * Operating certificate valid until
   */
  certificateExpiry?: string | null;
  /**
   * GA business licence no.
   */
  businessLicenceNumber?: string | null;
  /**
   * Business scope, code of dictionary missionNature
   */
  businessScope?: string[] | null;
  /**
   * Certification valid until
   */
  validUntil?: string | null;
  /**
   * Minimum visibility, m
   */
  minVisibilityM?: number | null;
  /**
   * Minimum ceiling, m
   */
  minCeilingM?: number | null;
  /**
   * Certification
   */
  examineState?: (0 | 1 | 2 | 3 | 4 | 5) | null;
  /**
   * Certification opinion
   */
  examineOpinion?: StoredText | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type CompanyRecord = Required<Company> & SystemFields;

/**
 * Configuration transfer
 */
export interface ConfigurationTransfer {
  /**
   * From installation
   */
  installation: string;
  /**
   * Product version
   */
  productVersion?: string | null;
  /**
   * Exported at, UTC
   */
  madeAt?: string | null;
  /**
   * Exported by
   */
  madeBy?: string | null;
  /**
   * File hash (SHA-256)
   */
  fileHash: string;
  /**
   * Reason
   */
  reason: string;
  /**
   * Applied by, id of user
   */
  appliedBy?: number | null;
  /**
   * Applied at, UTC
   */
  appliedAt?: string | null;
  /**
   * Items added
   */
  added?: number | null;
  /**
   * Items changed
   */
  changed?: number | null;
  /**
   * Difference
   */
  difference: Record<string, unknown>[];
  /**
   * Previous configuration
   */
  previous?: Record<string, unknown>[] | null;
}

export type ConfigurationTransferRecord = Required<ConfigurationTransfer> & SystemFields;

/**
 * Dashboard
 */
export interface Dashboard {
  /**
   * Name
   */
  name: string;
  /**
   * Name in English
   */
  nameEn?: string | null;
  /**
   * Operators, id of company
   */
  companies?: number[];
  /**
   * Roles, id of role
   */
  roles?: number[];
  /**
   * Units and areas, id of organizationUnit
   */
  units?: number[];
  /**
   * Order
   */
  order?: number | null;
  /**
   * Refreshed every, s
   */
  refreshS?: number | null;
  /**
   * On the wall
   */
  wall?: boolean | null;
  /**
   * Time on the wall, s
   */
  wallS?: number | null;
  /**
   * Tiles
   */
  tiles: {
    /**
     * Title
     */
    title: string;
    /**
     * Title in English
     */
    titleEn?: string;
    /**
     * Record type
     */
    resource: string;
    /**
     * Chart
     */
    chart: 'figure' | 'bar' | 'line' | 'table' | 'map';
    /**
     * Measure
     */
    measure: 'count' | 'sum' | 'avg' | 'min' | 'max';
    /**
     * Number field
     */
    of?: string;
    /**
     * By
     */
    by?: string;
    /**
     * Time unit
     */
    bucket?: 'hour' | 'day' | 'month';
    /**
     * How many
     */
    last?: number;
    /**
     * Groups at most
     */
    most?: number;
    /**
     * Filter
     */
    filter?: Record<string, unknown>;
    /**
     * Width
     */
    width?: number;
  }[];
}

export type DashboardRecord = Required<Dashboard> & SystemFields;

/**
 * Detour application
 */
export interface Detour {
  /**
   * Plan, id of plan
   */
  plan: number;
  /**
   * Task, id of jobTask
   */
  jobTask: number;
  /**
   * Operator, id of company
   */
  company: number;
  /**
   * State
   */
  state: 'open' | 'accepted' | 'refused';
  /**
   * Reason
   */
  reason: string;
  /**
   * Change
   */
  change?: Record<string, unknown> | null;
  /**
   * Before
   */
  before?: Record<string, unknown> | null;
  /**
   * Applied by, id of user
   */
  appliedBy?: number | null;
  /**
   * Applied at, UTC
   */
  appliedAt: string;
  /**
   * Decided by, id of user
   */
  decidedBy?: number | null;
  /**
   * Decided at, UTC
   */
  decidedAt?: string | null;
  /**
   * Comment
   */
  comment?: string | null;
}

export type DetourRecord = Required<Detour> & SystemFields;

/**
 * Dictionary
 */
export interface Dictionary {
  /**
   * Code
   */
  code: string;
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn: string;
  /**
   * Description
   */
  description?: string | null;
  /**
   * Built in
   */
  isSystem?: boolean | null;
}

export type DictionaryRecord = Required<Dictionary> & SystemFields;

/**
 * Dictionary item
 */
export interface DictionaryItem {
  /**
   * Dictionary, id of dictionary
   */
  dictionary: number;
  /**
   * Code
   */
  code: string;
  /**
   * Label
   */
  label: string;
  /**
   * English label
   */
  labelEn: string;
  /**
   * Order
   */
  order?: number | null;
  /**
   * Colour
   */
  colour?: string | null;
  /**
   * Active
   */
  isActive?: boolean | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type DictionaryItemRecord = Required<DictionaryItem> & SystemFields;

/**
 * Article
 */
export interface DocumentArticle {
  /**
   * Document, id of governmentDocument
   */
  document: number;
  /**
   * Number
   */
  number: number;
  /**
   * Chapter
   */
  chapter?: string | null;
  /**
   * Chapter in English
   */
  chapterEn?: string | null;
  /**
   * Heading
   */
  heading?: string | null;
  /**
   * English heading
   */
  headingEn?: string | null;
  /**
   * Text
   */
  text: string;
  /**
   * Text in English
   */
  textEn?: string | null;
  /**
   * Order
   */
  order: number;
}

export type DocumentArticleRecord = Required<DocumentArticle> & SystemFields;

/**
 * Alert
 */
export interface Encounter {
  /**
   * Kind
   */
  kind:
    | 'pairs'
    | 'areas'
    | 'terrain'
    | 'conformance'
    | 'emergency'
    | 'lostSignal'
    | 'takeOffReport'
    | 'overdue'
    | 'orders'
    | 'feeds'
    | 'density'
    | 'spoofed'
    | 'interference';
  /**
   * Level
   */
  level: 'advisory' | 'caution' | 'warning';
  /**
   * Highest level
   */
  highestLevel: 'advisory' | 'caution' | 'warning';
  /**
   * State
   */
  state: 'raised' | 'announced' | 'acknowledged' | 'muted' | 'cleared';
  /**
   * Alert key
   */
  alertKey: string;
  /**
   * Situation
   */
  reason: string;
  /**
   * Situation (English)
   */
  reasonEn: string;
  /**
   * Figures
   */
  details?: string | null;
  /**
   * First aircraft
   */
  callsignOne?: string | null;
  /**
   * Second aircraft
   */
  callsignTwo?: string | null;
  /**
   * Aircraft
   */
  aircraft?: number | null;
  /**
   * First plan, id of plan
   */
  planOne?: number | null;
  /**
   * Second plan, id of plan
   */
  planTwo?: number | null;
  /**
   * Plans, id of plan
   */
  plans?: number[];
  /**
   * Airspace, id of airspace
   */
  airspace?: number | null;
  /**
   * Surveillance source, id of surveillanceSource
   */
  source?: number | null;
  /**
   * Closest distance, m
   */
  closestM?: number | null;
  /**
   * Vertical separation then, m
   */
  closestVerticalM?: number | null;
  /**
   * Raised at, UTC
   */
  raisedAt: string;
  /**
   * Announced at, UTC
   */
  announcedAt?: string | null;
  /**
   * Acknowledged at, UTC
   */
  acknowledgedAt?: string | null;
  /**
   * Acknowledged by, id of user
   */
  acknowledgedBy?: number | null;
  /**
   * Looked at before acknowledging
   */
  acknowledgedLooked?: boolean | null;
  /**
   * Muted at, UTC
   */
  mutedAt?: string | null;
  /**
   * Muted until, UTC
   */
  mutedUntil?: string | null;
  /**
   * Muted by, id of user
   */
  mutedBy?: number | null;
  /**
   * Reason for muting
   */
  muteReason?: string | null;
  /**
   * Cleared at, UTC
   */
  clearedAt?: string | null;
  /**
   * Classification
   */
  classification?: ('confirmed' | 'nuisance' | 'false') | null;
  /**
   * Classified at, UTC
   */
  classifiedAt?: string | null;
  /**
   * Classified by, id of user
   */
  classifiedBy?: number | null;
  /**
   * Reason for classification
   */
  classificationReason?: string | null;
  /**
   * Tracks
   */
  tracks?: string | null;
  /**
   * Operators, id of company
   */
  companies?: number[];
  /**
   * Areas, id of organizationUnit
   */
  areas?: number[];
  /**
   * Place
   */
  place?: Extract<Geometry, {type: 'Point' | 'LineString' | 'Polygon' | 'MultiPolygon'}> | null;
}

export type EncounterRecord = Required<Encounter> & SystemFields;

/**
 * Error log
 */
export interface ErrorLog {
  /**
   * Message
   */
  message: string;
  /**
   * Kind
   */
  name: string;
  /**
   * Fingerprint
   */
  fingerprint: string;
  /**
   * State
   */
  state?: ('open' | 'resolved') | null;
  /**
   * Times
   */
  count?: number | null;
  /**
   * First seen, UTC
   */
  firstSeenAt: string;
  /**
   * Last seen, UTC
   */
  lastSeenAt: string;
  /**
   * Release
   */
  release?: string | null;
  /**
   * Page
   */
  page?: string | null;
  /**
   * Stack
   */
  frames?: string | null;
  /**
   * Browser
   */
  browserInfo?: string | null;
  /**
   * Last met by, id of user
   */
  user?: number | null;
  /**
   * Company of the user, id of company
   */
  company?: number | null;
  /**
   * Resolved at, UTC
   */
  resolvedAt?: string | null;
  /**
   * Resolved by, id of user
   */
  resolvedBy?: number | null;
  /**
   * How it was resolved
   */
  resolution?: string | null;
}

export type ErrorLogRecord = Required<ErrorLog> & SystemFields;

/**
 * Feedback
 */
export interface Feedback {
  /**
   * Question
   */
  question: string;
  /**
   * Category, code of dictionary feedbackCategory
   */
  category?: string | null;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Contact
   */
  contact?: string | null;
  /**
   * Answer
   */
  answer?: string | null;
  /**
   * Answered by, id of user
   */
  answeredBy?: number | null;
  /**
   * Answered at, UTC
   */
  answeredAt?: string | null;
  /**
   * State
   */
  state?: ('open' | 'answered' | 'closed') | null;
}

export type FeedbackRecord = Required<Feedback> & SystemFields;

/**
 * Flight order
 */
export interface FlightOrder {
  /**
   * Plan, id of plan
   */
  plan: number;
  /**
   * Operator, id of company
   */
  company: number;
  /**
   * Order
   */
  kind: 'stop' | 'recall';
  /**
   * State
   */
  state: 'open' | 'acknowledged' | 'lifted' | 'replaced';
  /**
   * Reason
   */
  reason: string;
  /**
   * Ordered by, id of user
   */
  orderedBy?: number | null;
  /**
   * Ordered at, UTC
   */
  orderedAt: string;
  /**
   * Acknowledged by, id of user
   */
  acknowledgedBy?: number | null;
  /**
   * Acknowledged at, UTC
   */
  acknowledgedAt?: string | null;
  /**
   * Lifted by, id of user
   */
  liftedBy?: number | null;
  /**
   * Lifted at, UTC
   */
  liftedAt?: string | null;
  /**
   * Reason for lifting
   */
  liftReason?: string | null;
}

export type FlightOrderRecord = Required<FlightOrder> & SystemFields;

/**
 * Flight status
 */
export interface FlightStatus {
  /**
   * Plan, id of plan
   */
  plan: number;
  /**
   * Task, id of jobTask
   */
  jobTask?: number | null;
  /**
   * Operator, id of company
   */
  company: number;
  /**
   * Status
   */
  status:
    | 'SCH'
    | 'QPR'
    | 'FPL'
    | 'PRE'
    | 'REQ'
    | 'CLD'
    | 'RDY'
    | 'P_S'
    | 'TAX'
    | 'QUE'
    | 'LIN'
    | 'DEP'
    | 'ABT'
    | 'CPL'
    | 'RAD'
    | 'LND'
    | 'ARR'
    | 'V/H'
    | 'APR'
    | 'FIN'
    | 'CNL';
  /**
   * Source
   */
  source: 'surveillance' | 'hand';
  /**
   * State of the plan then
   */
  planState: number;
  /**
   * Time, UTC
   */
  at: string;
  /**
   * Reason
   */
  reason?: string | null;
  /**
   * Set by, id of user
   */
  setBy?: number | null;
  /**
   * Withdrawn at, UTC
   */
  withdrawnAt?: string | null;
  /**
   * Withdrawn by, id of user
   */
  withdrawnBy?: number | null;
  /**
   * Reason for the withdrawal
   */
  withdrawReason?: string | null;
}

export type FlightStatusRecord = Required<FlightStatus> & SystemFields;

/**
 * Approval flow
 */
export interface FlowConfig {
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Document kind
   */
  documentKind: 'plan' | 'release' | 'airspace' | 'aircraft' | 'pilot' | 'company';
  /**
   * In use
   */
  enabled?: boolean | null;
  /**
   * Priority
   */
  priority?: number | null;
  /**
   * Condition
   */
  condition?: Record<string, unknown> | null;
  /**
   * Steps
   */
  steps: {
    /**
     * Step
     */
    name: string;
    /**
     * Step in English
     */
    nameEn?: string;
    /**
     * Roles
     */
    roles?: string[];
    /**
     * Organization units
     */
    organizationUnits?: number[];
    /**
     * Users
     */
    users?: number[];
    /**
     * How many
     */
    quorum?: 'any' | 'all' | 'majority';
    /**
     * Time limit, min
     */
    timeLimitMinutes?: number;
    /**
     * At its end
     */
    onTimeout?: 'remind' | 'approve' | 'reject';
    /**
     * May be returned to the applicant
     */
    mayReturn?: boolean;
    /**
     * May be reassigned
     */
    mayReassign?: boolean;
    /**
     * The applicant's own organization may decide
     */
    ownOrganizationAllowed?: boolean;
    /**
     * Condition
     */
    condition?: Record<string, unknown>;
  }[];
  /**
   * Published version
   */
  publishedVersion?: number | null;
  /**
   * Published at, UTC
   */
  publishedAt?: string | null;
  /**
   * Proposed by, id of user
   */
  proposedBy?: number | null;
  /**
   * Proposed at, UTC
   */
  proposedAt?: string | null;
  /**
   * Revision proposed
   */
  proposedVersion?: number | null;
  /**
   * Remarks
   */
  remarks?: string | null;
}

export type FlowConfigRecord = Required<FlowConfig> & SystemFields;

/**
 * Running flow
 */
export interface FlowInstance {
  /**
   * Flow version, id of flowVersion
   */
  flowVersion: number;
  /**
   * Document kind
   */
  documentKind: 'plan' | 'release' | 'airspace' | 'aircraft' | 'pilot' | 'company';
  /**
   * Record type
   */
  documentResource: string;
  /**
   * Record
   */
  documentId: number;
  /**
   * Applicant, id of company
   */
  company?: number | null;
  /**
   * Applied by, id of user
   */
  applicant?: number | null;
  /**
   * State
   */
  state: 'running' | 'approved' | 'rejected' | 'returned' | 'withdrawn';
  /**
   * Current step
   */
  stepIndex: number;
  /**
   * Steps
   */
  steps?: Record<string, unknown>[] | null;
  /**
   * Step started at, UTC
   */
  stepStartedAt?: string | null;
  /**
   * Step due at, UTC
   */
  stepDueAt?: string | null;
  /**
   * Taken up by, id of user
   */
  takenBy?: number | null;
  /**
   * Taken up at, UTC
   */
  takenAt?: string | null;
  /**
   * Reassigned to
   */
  assignees?: number[] | null;
  /**
   * Ended at, UTC
   */
  endedAt?: string | null;
  /**
   * Reminded at, UTC
   */
  remindedAt?: string | null;
  /**
   * Said on submission
   */
  comment?: string | null;
  /**
   * Submitted at, UTC
   */
  submittedAt?: string | null;
}

export type FlowInstanceRecord = Required<FlowInstance> & SystemFields;

/**
 * Flow version
 */
export interface FlowVersion {
  /**
   * Flow, id of flowConfig
   */
  flow: number;
  /**
   * Version
   */
  number: number;
  /**
   * Name
   */
  name?: string | null;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Document kind
   */
  documentKind: 'plan' | 'release' | 'airspace' | 'aircraft' | 'pilot' | 'company';
  /**
   * Condition
   */
  condition?: Record<string, unknown> | null;
  /**
   * Steps
   */
  steps: {
    /**
     * Step
     */
    name: string;
    /**
     * Step in English
     */
    nameEn?: string;
    /**
     * Roles
     */
    roles?: string[];
    /**
     * Organization units
     */
    organizationUnits?: number[];
    /**
     * Users
     */
    users?: number[];
    /**
     * How many
     */
    quorum?: 'any' | 'all' | 'majority';
    /**
     * Time limit, min
     */
    timeLimitMinutes?: number;
    /**
     * At its end
     */
    onTimeout?: 'remind' | 'approve' | 'reject';
    /**
     * May be returned to the applicant
     */
    mayReturn?: boolean;
    /**
     * May be reassigned
     */
    mayReassign?: boolean;
    /**
     * The applicant's own organization may decide
     */
    ownOrganizationAllowed?: boolean;
    /**
     * Condition
     */
    condition?: Record<string, unknown>;
  }[];
  /**
   * Published by, id of user
   */
  publishedBy?: number | null;
  /**
   * What changed
   */
  note?: string | null;
}

export type FlowVersionRecord = Required<FlowVersion> & SystemFields;

/**
 * Government document
 */
export interface GovernmentDocument {
  /**
   * Code
   */
  code: string;
  /**
   * Title
   */
  title: string;
  /**
   * English title
   */
  titleEn?: string | null;
  /**
   * Short title
   */
  shortTitle?: string | null;
  /**
   * English short title
   */
  shortTitleEn?: string | null;
  /**
   * Number
   */
  number?: string | null;
  /**
   * Number in English
   */
  numberEn?: string | null;
  /**
   * Issuer
   */
  issuer?: string | null;
  /**
   * Issuer in English
   */
  issuerEn?: string | null;
  /**
   * Kind
   */
  kind: 'law' | 'circular' | 'airspaceOrder' | 'localRule';
  /**
   * Version
   */
  edition: string;
  /**
   * Version in English
   */
  editionEn?: string | null;
  /**
   * In force from
   */
  effectiveFrom: string;
  /**
   * In force until
   */
  effectiveTo?: string | null;
  /**
   * State
   */
  state?: ('valid' | 'repealed') | null;
  /**
   * Our summary
   */
  isSummary?: boolean | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type GovernmentDocumentRecord = Required<GovernmentDocument> & SystemFields;

/**
 * Holiday or make-up workday
 */
export interface Holiday {
  /**
   * Date
   */
  date: string;
  /**
   * Name
   */
  name: string;
  /**
   * Name in English
   */
  nameEn?: string | null;
  /**
   * Kind
   */
  kind: 'holiday' | 'workday';
  /**
   * Source
   */
  source?: string | null;
  /**
   * Source in English
   */
  sourceEn?: string | null;
}

export type HolidayRecord = Required<Holiday> & SystemFields;

/**
 * Import
 */
export interface ImportJob {
  /**
   * Record type
   */
  resource: string;
  /**
   * File name
   */
  fileName: string;
  /**
   * Format
   */
  format: 'csv' | 'xlsx' | 'json' | 'geojson';
  /**
   * Encoding
   */
  encoding?: string | null;
  /**
   * Size, B
   */
  sizeBytes?: number | null;
  /**
   * Stored file
   */
  storedName?: string | null;
  /**
   * Sheet
   */
  sheet?: string | null;
  /**
   * Sheets
   */
  sheets?: string[] | null;
  /**
   * Heads and first rows
   */
  head?: Record<string, unknown> | null;
  /**
   * State
   */
  state: 'uploaded' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed';
  /**
   * How
   */
  plan?: Record<string, unknown> | null;
  /**
   * Language
   */
  locale?: ('zh-Hans' | 'en') | null;
  /**
   * Rows checked
   */
  checkedRows?: number | null;
  /**
   * Rows refused
   */
  badRows?: number | null;
  /**
   * Rows dealt with
   */
  doneRows?: number | null;
  /**
   * Created
   */
  created?: number | null;
  /**
   * Updated
   */
  updated?: number | null;
  /**
   * Unchanged
   */
  unchanged?: number | null;
  /**
   * Committed up to row
   */
  committedRow?: number | null;
  /**
   * Progress
   */
  progress?: number | null;
  /**
   * Cancel requested
   */
  cancelRequested?: boolean | null;
  /**
   * Reason
   */
  reason?: Record<string, unknown> | null;
  /**
   * Started, UTC
   */
  startedAt?: string | null;
  /**
   * Finished, UTC
   */
  finishedAt?: string | null;
}

export type ImportJobRecord = Required<Omit<ImportJob, 'storedName'>> & SystemFields;

/**
 * Information message
 */
export interface InformationMessage {
  /**
   * Source, id of informationSource
   */
  source?: number | null;
  /**
   * Received, UTC
   */
  receivedAt: string;
  /**
   * Heading
   */
  heading?: string | null;
  /**
   * Kind
   */
  kind?:
    | (
        | 'METAR'
        | 'SPECI'
        | 'TAF'
        | 'SIGMET'
        | 'AIRMET'
        | 'GAMET'
        | 'volcanicAsh'
        | 'tropicalCyclone'
        | 'windsAloft'
        | 'NOTAM'
        | 'SNOWTAM'
        | 'ASHTAM'
        | 'PIB'
      )
    | null;
  /**
   * State
   */
  state: 'stored' | 'duplicate' | 'late' | 'unreadable';
  /**
   * Raw text
   */
  raw: string;
  /**
   * Reason
   */
  reason?: StoredText | null;
  /**
   * Hash
   */
  hash: string;
  /**
   * Record type
   */
  resource?: string | null;
  /**
   * Record number
   */
  recordId?: number | null;
}

export type InformationMessageRecord = Required<InformationMessage> & SystemFields;

/**
 * Information source
 */
export interface InformationSource {
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Content
   */
  content?: ('reports' | 'radarImage' | 'lightning') | null;
  /**
   * West edge, °
   */
  west?: number | null;
  /**
   * South edge, °
   */
  south?: number | null;
  /**
   * East edge, °
   */
  east?: number | null;
  /**
   * North edge, °
   */
  north?: number | null;
  /**
   * Projection
   */
  projection?: ('geographic' | 'mercator') | null;
  /**
   * Transport
   */
  transport: 'inbox' | 'directory' | 'httpPoll' | 'httpPush' | 'manual';
  /**
   * Gateway, id of messageGateway
   */
  gateway?: number | null;
  /**
   * Directory
   */
  directory?: string | null;
  /**
   * Address
   */
  url?: string | null;
  /**
   * Interval, s
   */
  intervalS?: number | null;
  /**
   * Time limit, s
   */
  timeoutS?: number | null;
  /**
   * User name
   */
  userName?: string | null;
  /**
   * Password set
   */
  hasPassword?: boolean | null;
  /**
   * Password
   */
  sealedPassword?: string | null;
  /**
   * Token issued, UTC
   */
  pushTokenAt?: string | null;
  /**
   * Token hash
   */
  pushTokenHash?: string | null;
  /**
   * Silent after, min
   */
  deadAfterMin?: number | null;
  /**
   * Enabled
   */
  enabled: boolean;
  /**
   * Remark
   */
  remark?: string | null;
}

export type InformationSourceRecord = Required<Omit<InformationSource, 'sealedPassword' | 'pushTokenHash'>> & SystemFields;

/**
 * Job task
 */
export interface JobTask {
  /**
   * Plan, id of plan
   */
  plan: number;
  /**
   * Operator, id of company
   */
  company?: number | null;
  /**
   * Sequence
   */
  sequence: number;
  /**
   * Callsign
   */
  callsign: string;
  /**
   * Aircraft, id of aircraft
   */
  aircraft: number;
  /**
   * Pilots, id of pilot
   */
  pilots?: number[];
  /**
   * Pilot in command
   */
  picName?: string | null;
  /**
   * Crew
   */
  crewCount?: number | null;
  /**
   * Departure aerodrome, id of airport
   */
  departure?: number | null;
  /**
   * Take-off point, id of takeoffLandingPoint
   */
  departurePoint?: number | null;
  /**
   * Destination aerodrome, id of airport
   */
  destination?: number | null;
  /**
   * Landing point, id of takeoffLandingPoint
   */
  destinationPoint?: number | null;
  /**
   * Alternate, id of airport
   */
  alternate?: number | null;
  /**
   * Estimated departure, UTC
   */
  etd: string;
  /**
   * Estimated arrival, UTC
   */
  eta: string;
  /**
   * Airspace, id of airspace
   */
  airspace?: number | null;
  /**
   * Route or working area
   */
  geometry?: Extract<Geometry, {type: 'Point' | 'LineString' | 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Corridor width, m
   */
  corridorWidthM?: number | null;
  /**
   * Lower limit
   */
  lower?: Altitude | null;
  /**
   * Upper limit
   */
  upper?: Altitude | null;
  /**
   * Flight rules
   */
  rules?: ('V' | 'I' | 'Y' | 'Z') | null;
  /**
   * Route
   */
  route?: string | null;
  /**
   * SSR code
   */
  ssrCode?: string | null;
}

export type JobTaskRecord = Required<JobTask> & SystemFields;

/**
 * Login log
 */
export interface LoginAttempt {
  /**
   * User name or e-mail
   */
  userNameOrEmailAddress: string;
  /**
   * User, id of user
   */
  user?: number | null;
  /**
   * Company of the user, id of company
   */
  company?: number | null;
  /**
   * Result
   */
  result:
    | 'success'
    | 'invalidUserNameOrPassword'
    | 'lockedOut'
    | 'notActive'
    | 'noRoles'
    | 'codeAsked'
    | 'wrongCode';
  /**
   * Time, UTC
   */
  attemptedAt: string;
  /**
   * Client address
   */
  clientIpAddress?: string | null;
  /**
   * Browser
   */
  browserInfo?: string | null;
}

export type LoginAttemptRecord = Required<LoginAttempt> & SystemFields;

/**
 * Meeting
 */
export interface Meeting {
  /**
   * Title
   */
  title: string;
  /**
   * State
   */
  state: 'called' | 'held' | 'review' | 'approved' | 'cancelled';
  /**
   * Starts, UTC
   */
  startTime: string;
  /**
   * Ends, UTC
   */
  endTime: string;
  /**
   * Place
   */
  place?: string | null;
  /**
   * Convenor, id of user
   */
  convenor: number;
  /**
   * Name of the convenor
   */
  convenorName: string;
  /**
   * Participants, id of user
   */
  people?: number[];
  /**
   * Agenda
   */
  agenda?:
    | {
        /**
         * Key
         */
        key: string;
        /**
         * Item
         */
        title: string;
        /**
         * Presented by
         */
        speaker?: string;
        /**
         * Duration, min
         */
        minutes?: number;
      }[]
    | null;
  /**
   * Reason
   */
  reason?: string | null;
  /**
   * Started, UTC
   */
  startedAt?: string | null;
  /**
   * Approved version
   */
  minutesNumber?: number | null;
  /**
   * Reminded, UTC
   */
  remindedAt?: string | null;
}

export type MeetingRecord = Required<Meeting> & SystemFields;

/**
 * Minutes
 */
export interface MeetingMinutes {
  /**
   * Meeting, id of meeting
   */
  meeting: number;
  /**
   * Version
   */
  number: number;
  /**
   * State
   */
  state: 'review' | 'approved' | 'refused' | 'withdrawn';
  /**
   * Content
   */
  content: string;
  /**
   * Submitted by, id of user
   */
  submittedBy?: number | null;
  /**
   * Name of who submitted
   */
  submittedName: string;
  /**
   * Submitted at, UTC
   */
  submittedAt: string;
  /**
   * Decided at, UTC
   */
  decidedAt?: string | null;
  /**
   * Approvals
   */
  approvals?:
    | {
        /**
         * User
         */
        user: number;
        /**
         * Name
         */
        name: string;
        /**
         * Decision
         */
        decision: 'none' | 'approved' | 'refused';
        /**
         * Reason
         */
        reason?: string;
        /**
         * At, UTC
         */
        at?: string;
      }[]
    | null;
  /**
   * Reason of the correction
   */
  reason?: string | null;
}

export type MeetingMinutesRecord = Required<MeetingMinutes> & SystemFields;

/**
 * Participant
 */
export interface MeetingPerson {
  /**
   * Meeting, id of meeting
   */
  meeting: number;
  /**
   * User, id of user
   */
  user: number;
  /**
   * Name
   */
  userName: string;
  /**
   * Answer
   */
  answer: 'none' | 'yes' | 'no';
  /**
   * Why not
   */
  answerReason?: string | null;
  /**
   * Present
   */
  present: boolean;
}

export type MeetingPersonRecord = Required<MeetingPerson> & SystemFields;

/**
 * Meeting task
 */
export interface MeetingTask {
  /**
   * Meeting, id of meeting
   */
  meeting: number;
  /**
   * Key
   */
  key: string;
  /**
   * Task
   */
  text: string;
  /**
   * Owner, id of user
   */
  owner: number;
  /**
   * Name of the owner
   */
  ownerName: string;
  /**
   * Due
   */
  due: string;
  /**
   * State
   */
  state: 'open' | 'done' | 'dropped';
  /**
   * Done at, UTC
   */
  doneAt?: string | null;
  /**
   * Closed by
   */
  doneByName?: string | null;
  /**
   * Note
   */
  note?: string | null;
  /**
   * Last reminded on
   */
  remindedOn?: string | null;
}

export type MeetingTaskRecord = Required<MeetingTask> & SystemFields;

/**
 * Message gateway
 */
export interface MessageGateway {
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Kind
   */
  kind: 'directory' | 'tcp' | 'http';
  /**
   * Address
   */
  address: string;
  /**
   * Direction
   */
  direction: 'out' | 'in' | 'both';
  /**
   * Enabled
   */
  isEnabled?: boolean | null;
  /**
   * Messages
   */
  types?: ('FPL' | 'CHG' | 'CNL' | 'DLA' | 'DEP' | 'ARR' | 'RQP' | 'RQS' | 'SPL' | 'ALR')[] | null;
  /**
   * Addressees
   */
  addressees?: string[] | null;
  /**
   * Originator
   */
  originator?: string | null;
  /**
   * Channel
   */
  lineName?: string | null;
  /**
   * Acknowledges
   */
  acknowledges?: boolean | null;
  /**
   * Acknowledges within, s
   */
  acknowledgeWithinS?: number | null;
  /**
   * Signing secret no.
   */
  secretVersion?: number | null;
  /**
   * Last number
   */
  lastNumber?: number | null;
  /**
   * Remark
   */
  remark?: string | null;
}

export type MessageGatewayRecord = Required<MessageGateway> & SystemFields;

/**
 * Mission type
 */
export interface MissionType {
  /**
   * Code
   */
  code: string;
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn: string;
  /**
   * Nature of activity, code of dictionary missionNature
   */
  nature?: string | null;
  /**
   * Urgent
   */
  isUrgent?: boolean | null;
  /**
   * Needs a mission approval
   */
  needsMissionApproval?: boolean | null;
  /**
   * Needs an area
   */
  needsArea?: boolean | null;
  /**
   * Training
   */
  isTraining?: boolean | null;
  /**
   * Inside the aerodrome
   */
  insideAerodrome?: boolean | null;
  /**
   * Medical or rescue
   */
  isMedical?: boolean | null;
  /**
   * Priority
   */
  priority?: number | null;
  /**
   * Order
   */
  order?: number | null;
  /**
   * Active
   */
  isActive?: boolean | null;
}

export type MissionTypeRecord = Required<MissionType> & SystemFields;

/**
 * Monitoring alarm
 */
export interface MonitorAlarm {
  /**
   * Alarm
   */
  text: string;
  /**
   * Alarm (English)
   */
  textEn: string;
  /**
   * Metric
   */
  figure:
    | 'silentS'
    | 'cpuPercent'
    | 'memoryMb'
    | 'memoryPercent'
    | 'eventLoopMs'
    | 'requests'
    | 'requestMs'
    | 'errors'
    | 'hubConnections'
    | 'hubMs'
    | 'hubSuperseded'
    | 'reports'
    | 'databaseMs'
    | 'poolWaiting'
    | 'diskFreeMb'
    | 'diskFreePercent'
    | 'jobsFailed'
    | 'crashes'
    | 'samplingMs'
    | 'connectionsPercent'
    | 'connections'
    | 'slowStatements'
    | 'longestStatementS'
    | 'databaseMb'
    | 'replicationLagS'
    | 'webhooksWaiting'
    | 'messagesWaiting'
    | 'messagesFailed'
    | 'oldestWaitingS'
    | 'importsWaiting'
    | 'journalRows'
    | 'quarantined'
    | 'backupAgeH'
    | 'certificateDays';
  /**
   * Threshold, id of monitorThreshold
   */
  threshold?: number | null;
  /**
   * Server
   */
  server?: string | null;
  /**
   * Level
   */
  level: 'caution' | 'warning';
  /**
   * State
   */
  state: 'raised' | 'acknowledged' | 'cleared';
  /**
   * Value
   */
  value: number;
  /**
   * Threshold value
   */
  limit: number;
  /**
   * Raised, UTC, UTC
   */
  raisedAt: string;
  /**
   * Acknowledged by, id of user
   */
  acknowledgedBy?: number | null;
  /**
   * Acknowledged, UTC, UTC
   */
  acknowledgedAt?: string | null;
  /**
   * Note
   */
  note?: string | null;
  /**
   * Cleared, UTC, UTC
   */
  clearedAt?: string | null;
}

export type MonitorAlarmRecord = Required<MonitorAlarm> & SystemFields;

/**
 * Monitoring threshold
 */
export interface MonitorThreshold {
  /**
   * Metric
   */
  figure:
    | 'silentS'
    | 'cpuPercent'
    | 'memoryMb'
    | 'memoryPercent'
    | 'eventLoopMs'
    | 'requests'
    | 'requestMs'
    | 'errors'
    | 'hubConnections'
    | 'hubMs'
    | 'hubSuperseded'
    | 'reports'
    | 'databaseMs'
    | 'poolWaiting'
    | 'diskFreeMb'
    | 'diskFreePercent'
    | 'jobsFailed'
    | 'crashes'
    | 'samplingMs'
    | 'connectionsPercent'
    | 'connections'
    | 'slowStatements'
    | 'longestStatementS'
    | 'databaseMb'
    | 'replicationLagS'
    | 'webhooksWaiting'
    | 'messagesWaiting'
    | 'messagesFailed'
    | 'oldestWaitingS'
    | 'importsWaiting'
    | 'journalRows'
    | 'quarantined'
    | 'backupAgeH'
    | 'certificateDays';
  /**
   * Threshold
   */
  limit: number;
  /**
   * Clears at
   */
  clearAt: number;
  /**
   * Duration, min
   */
  minutes: number;
  /**
   * Level
   */
  level?: ('caution' | 'warning') | null;
  /**
   * Enabled
   */
  enabled?: boolean | null;
}

export type MonitorThresholdRecord = Required<MonitorThreshold> & SystemFields;

/**
 * Navigation point
 */
export interface NavigationPoint {
  /**
   * Code
   */
  code: string;
  /**
   * Name
   */
  name?: string | null;
  /**
   * Name in English
   */
  nameEn?: string | null;
  /**
   * Kind
   */
  kind: 'waypoint' | 'vor' | 'ndb' | 'dme' | 'vorDme' | 'reporting' | 'other';
  /**
   * Position
   */
  position: Extract<Geometry, {type: 'Point'}>;
  /**
   * Frequency
   */
  frequency?: string | null;
  /**
   * Country or region
   */
  country?: string | null;
  /**
   * Source
   */
  source?: string | null;
  /**
   * Source in English
   */
  sourceEn?: string | null;
  /**
   * Remark
   */
  remark?: string | null;
}

export type NavigationPointRecord = Required<NavigationPoint> & SystemFields;

/**
 * NOTAM
 */
export interface Notam {
  /**
   * Number
   */
  number?: string | null;
  /**
   * Originator
   */
  originator?: string | null;
  /**
   * Type
   */
  type: 'N' | 'R' | 'C';
  /**
   * Refers to
   */
  refers?: string | null;
  /**
   * FIR
   */
  fir: string;
  /**
   * Q-code
   */
  qCode?: string | null;
  /**
   * Traffic
   */
  traffic?: string | null;
  /**
   * Purpose
   */
  purpose?: string | null;
  /**
   * Scope
   */
  scope?: string | null;
  /**
   * A) Locations
   */
  locations?: string[] | null;
  /**
   * B) From, UTC
   */
  validFrom: string;
  /**
   * C) Until, UTC
   */
  validTo?: string | null;
  /**
   * Estimated (EST)
   */
  isEstimated?: boolean | null;
  /**
   * Permanent (PERM)
   */
  isPermanent?: boolean | null;
  /**
   * D) Schedule
   */
  schedule?: string | null;
  /**
   * E) Text
   */
  text: string;
  /**
   * Text in Chinese
   */
  textZh?: string | null;
  /**
   * F) Lower limit
   */
  lower?: Altitude | null;
  /**
   * G) Upper limit
   */
  upper?: Altitude | null;
  /**
   * Centre
   */
  center?: Extract<Geometry, {type: 'Point'}> | null;
  /**
   * Radius, NM
   */
  radiusNm?: number | null;
  /**
   * Area
   */
  area?: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Area from
   */
  areaFrom?: ('text' | 'qLine' | 'hand' | 'none') | null;
  /**
   * State
   */
  state: 'current' | 'replaced' | 'cancelled';
  /**
   * Checklist
   */
  isChecklist: boolean;
  /**
   * Kind
   */
  kind: 'notam' | 'snowtam' | 'ashtam';
  /**
   * Raw text
   */
  raw?: string | null;
  /**
   * Remarks of the parser
   */
  problems?: string[] | null;
  /**
   * Source, id of informationSource
   */
  source?: number | null;
  /**
   * Issued, UTC
   */
  issuedAt?: string | null;
  /**
   * Received, UTC
   */
  receivedAt?: string | null;
  /**
   * Replaced by, id of notam
   */
  replacedBy?: number | null;
  /**
   * Received
   */
  isReceived?: boolean | null;
  /**
   * Demo
   */
  isDemo?: boolean | null;
}

export type NotamRecord = Required<Notam> & SystemFields;

/**
 * Notice
 */
export interface Notice {
  /**
   * Title
   */
  title: string;
  /**
   * English title
   */
  titleEn?: string | null;
  /**
   * Content
   */
  content: string;
  /**
   * Content in English
   */
  contentEn?: string | null;
  /**
   * Level
   */
  level: 1 | 2 | 3 | 4;
  /**
   * Kind
   */
  kind: 'control' | 'stopActivity' | 'aeronautical' | 'general';
  /**
   * Start, UTC
   */
  startTime: string;
  /**
   * End, UTC
   */
  endTime: string;
  /**
   * Area
   */
  area?: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Lower limit
   */
  lower?: Altitude | null;
  /**
   * Upper limit
   */
  upper?: Altitude | null;
  /**
   * Airspaces concerned, id of airspace
   */
  airspaces?: number[];
  /**
   * Companies addressed, id of company
   */
  companies?: number[];
  /**
   * Roles addressed, id of role
   */
  roles?: number[];
  /**
   * Units and areas addressed, id of organizationUnit
   */
  units?: number[];
  /**
   * Must be acknowledged
   */
  mustAcknowledge?: boolean | null;
  /**
   * Issued by
   */
  source?: string | null;
  /**
   * Issued by (English)
   */
  sourceEn?: string | null;
}

export type NoticeRecord = Required<Notice> & SystemFields;

/**
 * Notice acknowledgement
 */
export interface NoticeAcknowledgement {
  /**
   * Notice, id of notice
   */
  notice?: number | null;
  /**
   * NOTAM, id of notam
   */
  notam?: number | null;
  /**
   * Acknowledged by, id of user
   */
  user: number;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Acknowledged at, UTC
   */
  acknowledgedAt: string;
}

export type NoticeAcknowledgementRecord = Required<NoticeAcknowledgement> & SystemFields;

/**
 * Notification rule
 */
export interface NotificationRule {
  /**
   * Name
   */
  name: string;
  /**
   * Event
   */
  event: 'entersArea' | 'leavesArea' | 'lands' | 'takesOff' | 'planChanges';
  /**
   * Area from
   */
  areaFrom?: ('drawn' | 'airspace') | null;
  /**
   * Area
   */
  geometry?: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Airspace, id of airspace
   */
  airspace?: number | null;
  /**
   * Lower limit
   */
  lower?: Altitude | null;
  /**
   * Upper limit
   */
  upper?: Altitude | null;
  /**
   * Aerodrome, id of airport
   */
  airport?: number | null;
  /**
   * Flights
   */
  flights?: string[] | null;
  /**
   * Plan, id of plan
   */
  plan?: number | null;
  /**
   * Valid from, UTC
   */
  validFrom?: string | null;
  /**
   * Valid until, UTC
   */
  validTo?: string | null;
  /**
   * Times
   */
  schedule?:
    | {
        /**
         * Days of the week
         */
        days: (1 | 2 | 3 | 4 | 5 | 6 | 7)[];
        /**
         * Start
         */
        startTime: string;
        /**
         * End
         */
        endTime: string;
      }[]
    | null;
  /**
   * Not again within, min
   */
  againMinutes: number;
  /**
   * Urgent
   */
  isUrgent?: boolean | null;
  /**
   * Active
   */
  isActive?: boolean | null;
  /**
   * Owner, id of user
   */
  owners?: number[];
}

export type NotificationRuleRecord = Required<NotificationRule> & SystemFields;

/**
 * Obstacle
 */
export interface Obstacle {
  /**
   * Name
   */
  name?: string | null;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Identifier
   */
  code?: string | null;
  /**
   * Kind
   */
  kind:
    'mast' | 'building' | 'chimney' | 'windTurbine' | 'crane' | 'bridge' | 'powerLine' | 'cableway' | 'other';
  /**
   * Position
   */
  geometry: Extract<Geometry, {type: 'Point' | 'LineString'}>;
  /**
   * Height above ground (AGL), m
   */
  heightAglM: number;
  /**
   * Top above mean sea level (AMSL), m
   */
  topAmslM?: number | null;
  /**
   * Lit at night
   */
  lighted?: boolean | null;
  /**
   * Marked by day
   */
  marked?: boolean | null;
  /**
   * Source
   */
  source?: string | null;
  /**
   * Source in English
   */
  sourceEn?: string | null;
  /**
   * Remark
   */
  remark?: string | null;
}

export type ObstacleRecord = Required<Obstacle> & SystemFields;

/**
 * Operation record
 */
export interface OperateRecord {
  /**
   * Record type
   */
  recordResource: string;
  /**
   * Record
   */
  recordId: number;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Action
   */
  action: string;
  /**
   * From state
   */
  fromState?: number | null;
  /**
   * To state
   */
  toState?: number | null;
  /**
   * Operated at, UTC
   */
  operatedAt: string;
  /**
   * Operated by, id of user
   */
  operatedBy?: number | null;
  /**
   * Name
   */
  operatedByName?: string | null;
  /**
   * Unit
   */
  unit?: string | null;
  /**
   * From where
   */
  channel?: string | null;
  /**
   * Reason
   */
  reason?: StoredText | null;
  /**
   * Rule
   */
  rule?: string | null;
  /**
   * Detail
   */
  detail?: Record<string, unknown> | null;
}

export type OperateRecordRecord = Required<OperateRecord> & SystemFields;

/**
 * Organization unit
 */
export interface OrganizationUnit {
  /**
   * Parent, id of organizationUnit
   */
  parent?: number | null;
  /**
   * Code
   */
  code?: string | null;
  /**
   * Name
   */
  displayName: string;
  /**
   * English name
   */
  displayNameEn?: string | null;
  /**
   * Kind
   */
  kind?:
    | (
        | 'region'
        | 'airTrafficBody'
        | 'serviceStation'
        | 'airspaceWatch'
        | 'coverage'
        | 'company'
        | 'department'
      )
    | null;
  /**
   * Coverage area
   */
  area?: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Contact
   */
  contact?: string | null;
  /**
   * Phone
   */
  phone?: string | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type OrganizationUnitRecord = Required<OrganizationUnit> & SystemFields;

/**
 * Parameter
 */
export interface Parameter {
  /**
   * Key
   */
  key: string;
  /**
   * Group
   */
  group:
    | 'deadline'
    | 'plan'
    | 'message'
    | 'strategic'
    | 'tactical'
    | 'tacticalClass'
    | 'surveillance'
    | 'airspace'
    | 'weather'
    | 'session'
    | 'map'
    | 'files'
    | 'registration'
    | 'backup'
    | 'retention'
    | 'share'
    | 'monitor'
    | 'interference'
    | 'display';
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn: string;
  /**
   * Value
   */
  value?: string | null;
  /**
   * Type
   */
  valueType: 'integer' | 'number' | 'boolean' | 'time' | 'string';
  /**
   * Unit
   */
  unit?: string | null;
  /**
   * Default
   */
  defaultValue?: string | null;
  /**
   * Help
   */
  help?: string | null;
  /**
   * Help in English
   */
  helpEn?: string | null;
  /**
   * Source
   */
  source?: string | null;
  /**
   * Source in English
   */
  sourceEn?: string | null;
  /**
   * Order
   */
  order?: number | null;
}

export type ParameterRecord = Required<Parameter> & SystemFields;

/**
 * Phone code
 */
export interface PhoneCode {
  /**
   * Mobile
   */
  phone: string;
  /**
   * Code
   */
  code?: string | null;
  /**
   * Code hash
   */
  codeHash: string;
  /**
   * Delivery
   */
  delivery: 'gateway' | 'desk';
  /**
   * State
   */
  state: 'waiting' | 'used' | 'over';
  /**
   * Asked at, UTC
   */
  askedAt: string;
  /**
   * Valid until, UTC
   */
  expiresAt: string;
  /**
   * Used at, UTC
   */
  usedAt?: string | null;
  /**
   * Wrong entries
   */
  attempts?: number | null;
  /**
   * Client address
   */
  clientIpAddress?: string | null;
}

export type PhoneCodeRecord = Required<Omit<PhoneCode, 'codeHash'>> & SystemFields;

/**
 * Pilot
 */
export interface Pilot {
  /**
   * Name
   */
  name: string;
  /**
   * Name in English
   */
  nameEn?: string | null;
  /**
   * Gender
   */
  gender?: ('male' | 'female') | null;
  /**
   * Date of birth
   */
  birthDate?: string | null;
  /**
   * Nationality
   */
  nationality?: string | null;
  /**
   * Resident identity number
   */
  residentId?: string | null;
  /**
   * Passport no.
   */
  passportNumber?: string | null;
  /**
   * Mobile
   */
  mobile: string;
  /**
   * Company, id of company
   */
  company: number;
  /**
   * User account, id of user
   */
  user?: number | null;
  /**
   * Licence no.
   */
  licenceNumber: string;
  /**
   * Licence class, code of dictionary licenceClass
   */
  licenceClass: string;
  /**
   * Licence valid until
   */
  licenceExpiry?: string | null;
  /**
   * Ratings and endorsements, code of dictionary rating
   */
  ratings?: string[] | null;
  /**
   * Type ratings, id of aircraftType
   */
  typeRatings?: number[];
  /**
   * Medical class, code of dictionary medicalClass
   */
  medicalClass: string;
  /**
   * Medical certificate no.
   */
  medicalNumber?: string | null;
  /**
   * Medical valid until
   */
  medicalExpiry: string;
  /**
   * English proficiency
   */
  englishLevel?: (1 | 2 | 3 | 4 | 5 | 6) | null;
  /**
   * English proficiency valid until
   */
  englishExpiry?: string | null;
  /**
   * Last proficiency check
   */
  lastCheckDate?: string | null;
  /**
   * Total flight hours, h
   */
  flightHours?: number | null;
  /**
   * Base aerodrome, id of airport
   */
  baseAirport?: number | null;
  /**
   * Status
   */
  status?: ('active' | 'leave' | 'suspended' | 'left') | null;
  /**
   * Audit state
   */
  auditState?: (0 | 1 | 2 | 3 | 4 | 5) | null;
  /**
   * Audit opinion
   */
  auditOpinion?: StoredText | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type PilotRecord = Required<Pilot> & SystemFields;

/**
 * Flight plan
 */
export interface Plan {
  /**
   * Plan number
   */
  planNumber?: string | null;
  /**
   * Kind
   */
  kind: 'quick' | 'standing' | 'nextDay' | 'sameDay';
  /**
   * Urgency
   */
  urgency:
    'normal' | 'transit' | 'rescue' | 'disaster' | 'weatherModification' | 'otherUrgent' | 'especiallyUrgent';
  /**
   * Unmanned aircraft
   */
  unmanned?: boolean | null;
  /**
   * Operator, id of company
   */
  company: number;
  /**
   * Mission type, id of missionType
   */
  missionType: number;
  /**
   * Mission
   */
  mission?: string | null;
  /**
   * State
   */
  state?: (0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12) | null;
  /**
   * Released with restrictions
   */
  restricted?: boolean | null;
  /**
   * Restriction
   */
  restriction?: string | null;
  /**
   * Start, UTC
   */
  startTime?: string | null;
  /**
   * End, UTC
   */
  endTime?: string | null;
  /**
   * Departure aerodrome, id of airport
   */
  departure?: number | null;
  /**
   * Take-off point, id of takeoffLandingPoint
   */
  departurePoint?: number | null;
  /**
   * Destination aerodrome, id of airport
   */
  destination?: number | null;
  /**
   * Landing point, id of takeoffLandingPoint
   */
  destinationPoint?: number | null;
  /**
   * Alternate, id of airport
   */
  alternate?: number | null;
  /**
   * Airspace, id of airspace
   */
  airspace?: number | null;
  /**
   * Extent
   */
  geometry?: Extract<Geometry, {type: 'Point' | 'LineString' | 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Lower limit
   */
  lower?: Altitude | null;
  /**
   * Upper limit
   */
  upper?: Altitude | null;
  /**
   * Callsign
   */
  callsign?: string | null;
  /**
   * Pilot in command
   */
  picName?: string | null;
  /**
   * Crew
   */
  crewCount?: number | null;
  /**
   * Number of aircraft
   */
  aircraftCount?: number | null;
  /**
   * SSR code
   */
  ssrCode?: string | null;
  /**
   * Communications
   */
  communications?: string | null;
  /**
   * Weather minima
   */
  weatherMinima?: string | null;
  /**
   * Special support needs
   */
  supportNeeds?: string | null;
  /**
   * Contact
   */
  contact?: string | null;
  /**
   * Telephone
   */
  phone?: string | null;
  /**
   * Mission approval
   */
  missionApproval?: string | null;
  /**
   * Formation
   */
  formation?: string | null;
  /**
   * Remarks
   */
  remarks?: string | null;
  /**
   * Real departure time, UTC
   */
  realEtd?: string | null;
  /**
   * Actual take-off, UTC
   */
  takeoffAt?: string | null;
  /**
   * Real arrival time, UTC
   */
  realEta?: string | null;
  /**
   * Actual number of sorties
   */
  actualNum?: number | null;
  /**
   * Sorties under way
   */
  flightNum?: number | null;
  /**
   * Submitted at, UTC
   */
  submittedAt?: string | null;
  /**
   * Submitted by, id of user
   */
  submittedBy?: number | null;
  /**
   * To be submitted by, UTC
   */
  submitBy?: string | null;
  /**
   * To be decided by, UTC
   */
  decideBy?: string | null;
  /**
   * Decided at, UTC
   */
  decidedAt?: string | null;
  /**
   * Release applied for at, UTC
   */
  releaseSubmittedAt?: string | null;
  /**
   * Release decided at, UTC
   */
  releaseDecidedAt?: string | null;
  /**
   * Reason
   */
  reason?: StoredText | null;
  /**
   * Split from, id of plan
   */
  splitFrom?: number | null;
  /**
   * Valid from
   */
  validFrom?: string | null;
  /**
   * Valid until
   */
  validTo?: string | null;
  /**
   * Days of the week
   */
  weekdays?: (1 | 2 | 3 | 4 | 5 | 6 | 7)[] | null;
  /**
   * From the standing plan, id of plan
   */
  standingPlan?: number | null;
  /**
   * Landed at aerodrome, id of airport
   */
  landedAirport?: number | null;
  /**
   * Landed at point, id of takeoffLandingPoint
   */
  landedPoint?: number | null;
  /**
   * Day within a standing plan
   */
  withinTerm?: boolean | null;
}

export type PlanRecord = Required<Plan> & SystemFields;

/**
 * Flight plan message
 */
export interface PlanMessage {
  /**
   * Plan, id of plan
   */
  plan?: number | null;
  /**
   * Job task, id of jobTask
   */
  jobTask?: number | null;
  /**
   * Operator, id of company
   */
  company?: number | null;
  /**
   * Direction
   */
  direction: 'out' | 'in';
  /**
   * Type
   */
  type:
    | 'FPL'
    | 'CHG'
    | 'CNL'
    | 'DLA'
    | 'DEP'
    | 'ARR'
    | 'RQP'
    | 'RQS'
    | 'SPL'
    | 'ALR'
    | 'EST'
    | 'CPL'
    | 'CDN'
    | 'ACP'
    | 'RCF'
    | 'LAM'
    | 'ACK'
    | 'REJ'
    | 'SVC'
    | 'OTH';
  /**
   * Message
   */
  text: string;
  /**
   * As sent or received
   */
  envelope?: string | null;
  /**
   * Aircraft identification
   */
  callsign?: string | null;
  /**
   * Departure
   */
  departure?: string | null;
  /**
   * Destination
   */
  destination?: string | null;
  /**
   * Place of departure (DEP/)
   */
  departurePlace?: string | null;
  /**
   * Place of destination (DEST/)
   */
  destinationPlace?: string | null;
  /**
   * Departure aerodrome, id of airport
   */
  departureAirport?: number | null;
  /**
   * Destination aerodrome, id of airport
   */
  destinationAirport?: number | null;
  /**
   * Estimated off-block time, UTC
   */
  offBlockAt?: string | null;
  /**
   * Date of flight
   */
  dof?: string | null;
  /**
   * Priority
   */
  priority?: ('SS' | 'DD' | 'FF' | 'GG' | 'KK') | null;
  /**
   * Addressees
   */
  addressees?: string[] | null;
  /**
   * Originator
   */
  originator?: string | null;
  /**
   * Filing time, UTC
   */
  filingTime?: string | null;
  /**
   * Gateway, id of messageGateway
   */
  gateway?: number | null;
  /**
   * State
   */
  state: 'pending' | 'sent' | 'acknowledged' | 'failed' | 'waiting' | 'applied' | 'ignored';
  /**
   * Attempts
   */
  attempts?: number | null;
  /**
   * First tried at, UTC
   */
  firstTriedAt?: string | null;
  /**
   * Next try at, UTC
   */
  nextAttemptAt?: string | null;
  /**
   * Sent at, UTC
   */
  sentAt?: string | null;
  /**
   * Acknowledged at, UTC
   */
  acknowledgedAt?: string | null;
  /**
   * Received at, UTC
   */
  receivedAt?: string | null;
  /**
   * What failed
   */
  error?: string | null;
  /**
   * What failed, in English
   */
  errorEn?: string | null;
  /**
   * Reference
   */
  reference?: string | null;
  /**
   * Fingerprint
   */
  fingerprint?: string | null;
}

export type PlanMessageRecord = Required<Omit<PlanMessage, 'fingerprint'>> & SystemFields;

/**
 * Browser push
 */
export interface PushSubscription {
  /**
   * User, id of user
   */
  user: number;
  /**
   * Device
   */
  device: string;
  /**
   * Address of the push service
   */
  endpoint: string;
  /**
   * Key of the browser
   */
  p256dh: string;
  /**
   * Secret of the browser
   */
  auth: string;
}

export type PushSubscriptionRecord = Required<Omit<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>> & SystemFields;

/**
 * Quarantined data
 */
export interface Quarantine {
  /**
   * Kind
   */
  kind: 'trackJournal' | 'trackMinute' | 'record';
  /**
   * Identifier
   */
  name?: string | null;
  /**
   * Surveillance source, id of surveillanceSource
   */
  source?: number | null;
  /**
   * Server
   */
  server?: string | null;
  /**
   * Received at, UTC
   */
  arrivedAt?: string | null;
  /**
   * Quarantined at, UTC
   */
  setAsideAt: string;
  /**
   * Reason
   */
  reason?: string | null;
  /**
   * Reason (English)
   */
  reasonEn?: string | null;
  /**
   * Size, B
   */
  octets?: number | null;
  /**
   * Content
   */
  content?: string | null;
}

export type QuarantineRecord = Required<Quarantine> & SystemFields;

/**
 * Registration
 */
export interface Registration {
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * First user, id of user
   */
  user?: number | null;
  /**
   * Mobile
   */
  phone?: string | null;
  /**
   * Mobile validated at, UTC
   */
  phoneVerifiedAt?: string | null;
  /**
   * Protocol accepted, version
   */
  protocolVersion?: number | null;
  /**
   * Protocol accepted at, UTC
   */
  protocolAcceptedAt?: string | null;
  /**
   * Registered at, UTC
   */
  registeredAt: string;
  /**
   * Ticket series
   */
  ticketSeries: number;
  /**
   * Ticket valid until, UTC
   */
  ticketExpiresAt?: string | null;
  /**
   * Client address
   */
  clientIpAddress?: string | null;
  /**
   * Proof of work
   */
  proof?: string | null;
}

export type RegistrationRecord = Required<Omit<Registration, 'proof'>> & SystemFields;

/**
 * Reminder
 */
export interface Reminder {
  /**
   * User, id of user
   */
  user: number;
  /**
   * Content
   */
  content: string;
  /**
   * Content in English
   */
  contentEn: string;
  /**
   * Opinion
   */
  opinion?: StoredText | null;
  /**
   * State
   */
  isRead?: (0 | 1) | null;
  /**
   * Warning
   */
  isWarning?: boolean | null;
  /**
   * Record type
   */
  documentResource?: string | null;
  /**
   * Record
   */
  documentId?: number | null;
  /**
   * Flight or plan
   */
  subject?: string | null;
  /**
   * Target
   */
  target?: string | null;
  /**
   * Place
   */
  place?: Extract<Geometry, {type: 'Point'}> | null;
  /**
   * Message type
   */
  messageType?: string | null;
  /**
   * Waits for an answer
   */
  asks?: string | null;
}

export type ReminderRecord = Required<Reminder> & SystemFields;

/**
 * Proposed report
 */
export interface ReportProposal {
  /**
   * Plan, id of plan
   */
  plan: number;
  /**
   * Task, id of jobTask
   */
  jobTask?: number | null;
  /**
   * Operator, id of company
   */
  company: number;
  /**
   * Report
   */
  kind: 'takeOff' | 'landing';
  /**
   * Observed at, UTC
   */
  at: string;
  /**
   * Aerodrome, id of airport
   */
  airport?: number | null;
  /**
   * Take-off or landing point, id of takeoffLandingPoint
   */
  point?: number | null;
  /**
   * 24-bit address
   */
  icao24?: string | null;
  /**
   * Callsign
   */
  callsign?: string | null;
  /**
   * Surveillance source, id of surveillanceSource
   */
  source?: number | null;
  /**
   * Sighting
   */
  sightingKey: string;
  /**
   * State
   */
  state: 'open' | 'accepted' | 'dismissed';
  /**
   * Reason
   */
  reason?: string | null;
  /**
   * Decided by, id of user
   */
  decidedBy?: number | null;
  /**
   * Decided at, UTC
   */
  decidedAt?: string | null;
}

export type ReportProposalRecord = Required<ReportProposal> & SystemFields;

/**
 * Report result
 */
export interface ReportResult {
  /**
   * Scheduled report, id of reportSubscription
   */
  subscription: number;
  /**
   * Recipient, id of user
   */
  user: number;
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Due, UTC
   */
  dueAt: string;
  /**
   * Format
   */
  format: 'xlsx' | 'csv';
  /**
   * Content
   */
  content: Record<string, unknown>;
}

export type ReportResultRecord = Required<Omit<ReportResult, 'content'>> & SystemFields;

/**
 * Scheduled report
 */
export interface ReportSubscription {
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Period
   */
  period: 'day' | 'week' | 'month' | 'quarter' | 'year';
  /**
   * Operators, id of company
   */
  companies?: number[];
  /**
   * Mission types, id of missionType
   */
  missionTypes?: number[];
  /**
   * Aircraft types, id of aircraftType
   */
  aircraftTypes?: number[];
  /**
   * Aerodromes, id of airport
   */
  airports?: number[];
  /**
   * Sent
   */
  every: 'day' | 'week' | 'month';
  /**
   * Weekday
   */
  weekday?: (1 | 2 | 3 | 4 | 5 | 6 | 7) | null;
  /**
   * Day of the month
   */
  monthDay?: number | null;
  /**
   * Time
   */
  time: string;
  /**
   * Time zone
   */
  zone: string;
  /**
   * Format
   */
  format: 'xlsx' | 'csv';
  /**
   * Recipients, id of user
   */
  users?: number[];
  /**
   * Roles of recipients, id of role
   */
  roles?: number[];
  /**
   * Active
   */
  isActive?: boolean | null;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Last sent, UTC
   */
  lastDueAt?: string | null;
  /**
   * Recipients then
   */
  lastCount?: number | null;
}

export type ReportSubscriptionRecord = Required<ReportSubscription> & SystemFields;

/**
 * Role
 */
export interface Role {
  /**
   * Name
   */
  name: string;
  /**
   * Display name
   */
  displayName: string;
  /**
   * English name
   */
  displayNameEn?: string | null;
  /**
   * Description
   */
  description?: string | null;
  /**
   * Description in English
   */
  descriptionEn?: string | null;
  /**
   * Permissions
   */
  permissions?:
    | (
        | 'Pages.Admin'
        | 'Pages.BaseManage'
        | 'Pages.BaseManage.Type'
        | 'Pages.BaseManage.Craft_Add'
        | 'Pages.BaseManage.Craft_Audit'
        | 'Pages.BaseManage.Pilot_Add'
        | 'Pages.BaseManage.Pilot_Audit'
        | 'Pages.Navigation'
        | 'Pages.Navigation.Create'
        | 'Pages.StandingNAircraft'
        | 'Pages.StandingNAircraft.Create'
        | 'Pages.AirspaceApproval'
        | 'Pages.AirspaceApproval.Library'
        | 'Pages.AirspaceApproval.Create'
        | 'Pages.FlightWatch.Navigation_3D'
        | 'Pages.FlightWatch.Trackreplay'
        | 'Pages.Statistics'
        | 'Pages.Statistics.NavigationFSS'
        | 'Pages.Statistics.SoftwareMonitor'
        | 'Pages.governmentInformation'
        | 'Pages.Chat'
        | 'Pages.Static'
        | 'Pages.Operating'
        | 'Pages.Operating.FlowConfig'
        | 'Pages.Dictionary'
        | 'Pages.Organizations'
        | 'Pages.Roles'
        | 'Pages.Users'
        | 'Pages.PhoneCodes'
        | 'Pages.Question'
      )[]
    | null;
  /**
   * Built in
   */
  isStatic?: boolean | null;
  /**
   * Given to new users
   */
  isDefault?: boolean | null;
  /**
   * Asks for two-step sign-in
   */
  requireSecondFactor?: boolean | null;
  /**
   * Record rules
   */
  recordRules?:
    | {
        /**
         * Record type
         */
        resource: string;
        /**
         * Actions
         */
        actions?: {
          /**
           * Read
           */
          read?: boolean;
          /**
           * Create
           */
          create?: boolean;
          /**
           * Change
           */
          update?: boolean;
          /**
           * Delete
           */
          delete?: boolean;
        };
        /**
         * Hidden fields
         */
        hidden?: string[];
        /**
         * Read-only fields
         */
        readOnly?: string[];
        /**
         * Rows
         */
        rows?: 'scope' | 'own';
      }[]
    | null;
}

export type RoleRecord = Required<Role> & SystemFields;

/**
 * Saved view
 */
export interface SavedView {
  /**
   * Record type
   */
  resource: string;
  /**
   * Name
   */
  name: string;
  /**
   * Owner, id of user
   */
  owner: number;
  /**
   * Seen by
   */
  audience: 'private' | 'role' | 'everyone';
  /**
   * Role, id of role
   */
  role?: number | null;
  /**
   * Default
   */
  isDefault?: boolean | null;
  /**
   * Query
   */
  query?: string | null;
  /**
   * Layout
   */
  layout?: Record<string, unknown> | null;
}

export type SavedViewRecord = Required<SavedView> & SystemFields;

/**
 * Schema overlay
 */
export interface SchemaOverlay {
  /**
   * Record type
   */
  resource: string;
  /**
   * Kind
   */
  kind: 'fields' | 'type';
  /**
   * State
   */
  state: 'draft' | 'published' | 'withdrawn';
  /**
   * Times published or withdrawn
   */
  number: number;
  /**
   * Definition as drafted
   */
  definition: Record<string, unknown>;
  /**
   * Definition as published
   */
  published?: Record<string, unknown> | null;
  /**
   * Fields ever published
   */
  known?: Record<string, unknown>[] | null;
  /**
   * Published at, UTC
   */
  publishedAt?: string | null;
  /**
   * Published by, id of user
   */
  publishedBy?: number | null;
}

export type SchemaOverlayRecord = Required<SchemaOverlay> & SystemFields;

/**
 * Session
 */
export interface Session {
  /**
   * Session key
   */
  key: string;
  /**
   * User, id of user
   */
  user: number;
  /**
   * Company of the user, id of company
   */
  company?: number | null;
  /**
   * Signed in at, UTC
   */
  startedAt: string;
  /**
   * Last seen at, UTC
   */
  lastSeenAt?: string | null;
  /**
   * Expires at, UTC
   */
  expiresAt: string;
  /**
   * Ended at, UTC
   */
  endedAt?: string | null;
  /**
   * Why it ended
   */
  endReason?: ('signOut' | 'elsewhere' | 'administrator' | 'password' | 'idle' | 'age') | null;
  /**
   * Remembered
   */
  remembered?: boolean | null;
  /**
   * Display
   */
  isDisplay?: boolean | null;
  /**
   * Device
   */
  deviceName?: string | null;
  /**
   * Client address
   */
  clientIpAddress?: string | null;
  /**
   * Browser
   */
  browserInfo?: string | null;
}

export type SessionRecord = Required<Omit<Session, 'key'>> & SystemFields;

/**
 * Share link
 */
export interface ShareLink {
  /**
   * What it shows
   */
  title: string;
  /**
   * Kind
   */
  kind: 'plan' | 'airspace' | 'track';
  /**
   * Flight plan, id of plan
   */
  plan?: number | null;
  /**
   * Airspace, id of airspace
   */
  airspace?: number | null;
  /**
   * Track
   */
  track?: string | null;
  /**
   * Track from, UTC
   */
  trackFrom?: string | null;
  /**
   * Track to, UTC
   */
  trackTo?: string | null;
  /**
   * For whom and why
   */
  purpose?: string | null;
  /**
   * Shared by, id of user
   */
  owners: number[];
  /**
   * Link hash
   */
  tokenHash: string;
  /**
   * Ends at, UTC
   */
  expiresAt: string;
  /**
   * Withdrawn at, UTC
   */
  withdrawnAt?: string | null;
  /**
   * Withdrawn by, id of user
   */
  withdrawnBy?: number | null;
  /**
   * Times opened
   */
  openings?: number | null;
  /**
   * Last opened, UTC
   */
  lastOpenedAt?: string | null;
}

export type ShareLinkRecord = Required<Omit<ShareLink, 'tokenHash'>> & SystemFields;

/**
 * Opening of a share link
 */
export interface ShareOpening {
  /**
   * Share link, id of shareLink
   */
  link: number;
  /**
   * Shared by, id of user
   */
  owners: number[];
  /**
   * Opened at, UTC
   */
  openedAt: string;
  /**
   * Address
   */
  clientIpAddress?: string | null;
  /**
   * Browser
   */
  browserInfo?: string | null;
}

export type ShareOpeningRecord = Required<ShareOpening> & SystemFields;

/**
 * Static page
 */
export interface StaticPage {
  /**
   * Code
   */
  code: string;
  /**
   * Title
   */
  title: string;
  /**
   * English title
   */
  titleEn?: string | null;
  /**
   * Content
   */
  content: string;
  /**
   * English content
   */
  contentEn?: string | null;
  /**
   * Public
   */
  isPublic?: boolean | null;
}

export type StaticPageRecord = Required<StaticPage> & SystemFields;

/**
 * Surveillance source
 */
export interface SurveillanceSource {
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Type
   */
  type:
    | 'Cat21'
    | 'Cat48'
    | 'Cat34'
    | 'Cat62'
    | 'Cat65'
    | 'Cat01'
    | 'Cat02'
    | 'Cat04'
    | 'Cat08'
    | 'Cat10'
    | 'Cat11'
    | 'Cat19'
    | 'Cat20'
    | 'Cat23'
    | 'Cat25'
    | 'Cat63'
    | 'Cat240'
    | 'Cat247'
    | 'beast'
    | 'avr'
    | 'sbs'
    | 'flarm'
    | 'remoteId'
    | 'jt808'
    | 'json'
    | 'adsbJson';
  /**
   * Edition
   */
  edition?: ('2.x' | '2.1' | '0.26' | '0.23' | '0.17' | '1.x') | null;
  /**
   * JSON mapping
   */
  mapping?: string | null;
  /**
   * Transport
   */
  transport:
    'udpUnicast' | 'udpMulticast' | 'tcpClient' | 'tcpServer' | 'mqtt' | 'httpPoll' | 'httpPush' | 'replay';
  /**
   * Listen address
   */
  host?: string | null;
  /**
   * Port
   */
  port?: number | null;
  /**
   * Senders
   */
  senders?: string | null;
  /**
   * Multicast group
   */
  multicastGroup?: string | null;
  /**
   * Multicast interface
   */
  multicastInterface?: string | null;
  /**
   * Remote host
   */
  remoteHost?: string | null;
  /**
   * Address
   */
  url?: string | null;
  /**
   * Topics
   */
  topics?: string[] | null;
  /**
   * Quality of service (QoS)
   */
  qos?: number | null;
  /**
   * User name
   */
  userName?: string | null;
  /**
   * Password set
   */
  hasPassword?: boolean | null;
  /**
   * Password
   */
  sealedPassword?: string | null;
  /**
   * APRS-IS filter
   */
  aprsFilter?: string | null;
  /**
   * Terminals
   */
  terminals?: string[] | null;
  /**
   * Terminals sign in
   */
  terminalSignIn?: boolean | null;
  /**
   * Interval, s
   */
  intervalS?: number | null;
  /**
   * Timeout, s
   */
  timeoutS?: number | null;
  /**
   * Connections at most
   */
  maxClients?: number | null;
  /**
   * Connections of one address at most
   */
  maxClientsPerAddress?: number | null;
  /**
   * Push token made, UTC
   */
  pushTokenAt?: string | null;
  /**
   * Push token
   */
  pushTokenHash?: string | null;
  /**
   * File
   */
  file?: string | null;
  /**
   * Replay speed
   */
  speed?: number | null;
  /**
   * Loop
   */
  loop?: boolean | null;
  /**
   * SAC filter
   */
  sac?: number | null;
  /**
   * SIC filter
   */
  sic?: number | null;
  /**
   * Site
   */
  position?: Extract<Geometry, {type: 'Point'}> | null;
  /**
   * Site elevation
   */
  elevation?: Altitude | null;
  /**
   * Range error (1σ), m
   */
  rangeDeviationM?: number | null;
  /**
   * Azimuth error (1σ), °
   */
  azimuthDeviationDeg?: number | null;
  /**
   * Radar sites
   */
  sites?:
    | {
        /**
         * SAC
         */
        sac: number;
        /**
         * SIC
         */
        sic: number;
        /**
         * Name
         */
        name?: string;
        /**
         * Latitude, °
         */
        latitude: number;
        /**
         * Longitude, °
         */
        longitude: number;
        /**
         * Antenna elevation
         */
        elevation?: Altitude;
        /**
         * Range error (1σ), m
         */
        rangeDeviationM?: number;
        /**
         * Azimuth error (1σ), °
         */
        azimuthDeviationDeg?: number;
        /**
         * Accuracy (95 %), m
         */
        accuracyM?: number;
      }[]
    | null;
  /**
   * Range, km
   */
  rangeKm?: number | null;
  /**
   * Coverage
   */
  coverage?: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Default accuracy, m
   */
  accuracyM?: number | null;
  /**
   * Dead after, s
   */
  deadAfterS?: number | null;
  /**
   * Record raw messages
   */
  recordRaw?: boolean | null;
  /**
   * Enabled
   */
  enabled?: boolean | null;
  /**
   * Replay status
   */
  status?: StoredText | null;
  /**
   * Version being read
   */
  loadingVersion?: number | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type SurveillanceSourceRecord = Required<Omit<SurveillanceSource, 'sealedPassword' | 'pushTokenHash' | 'loadingVersion'>> & SystemFields;

/**
 * Take-off and landing point
 */
export interface TakeoffLandingPoint {
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Code
   */
  code?: string | null;
  /**
   * Kind
   */
  kind: 'airstrip' | 'helipad' | 'rooftop' | 'water' | 'field';
  /**
   * Position
   */
  position: Extract<Geometry, {type: 'Point'}>;
  /**
   * Elevation
   */
  elevation?: Altitude | null;
  /**
   * Length, m
   */
  lengthM?: number | null;
  /**
   * Width, m
   */
  widthM?: number | null;
  /**
   * Direction, °
   */
  headingTrue?: number | null;
  /**
   * Surface, code of dictionary surface
   */
  surface?: string | null;
  /**
   * Obstacles
   */
  obstacles?: string | null;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Owner of the site
   */
  owner?: string | null;
  /**
   * Contact on site
   */
  contact?: string | null;
  /**
   * Phone
   */
  phone?: string | null;
  /**
   * Valid from
   */
  validFrom?: string | null;
  /**
   * Valid until
   */
  validTo?: string | null;
  /**
   * State
   */
  state?: (0 | 1 | 2) | null;
  /**
   * Acceptance
   */
  acceptState?: ('-1' | '0' | '1' | '2' | '3') | null;
  /**
   * Audit state
   */
  auditState?: (0 | 1 | 2 | 3 | 4 | 5) | null;
  /**
   * Audit opinion
   */
  auditOpinion?: StoredText | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type TakeoffLandingPointRecord = Required<TakeoffLandingPoint> & SystemFields;

/**
 * Temporary route
 */
export interface TemporaryRoute {
  /**
   * Route name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Code
   */
  code?: string | null;
  /**
   * Departure aerodrome, id of airport
   */
  departureAirport?: number | null;
  /**
   * Arrival aerodrome, id of airport
   */
  arrivalAirport?: number | null;
  /**
   * Route text
   */
  route?: string | null;
  /**
   * Line
   */
  geometry: Extract<Geometry, {type: 'LineString'}>;
  /**
   * Length, km
   */
  lengthKm?: number | null;
  /**
   * Width, m
   */
  widthM?: number | null;
  /**
   * Lower limit
   */
  lower: Altitude;
  /**
   * Upper limit
   */
  upper: Altitude;
  /**
   * Mission type, id of missionType
   */
  missionType?: number | null;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Valid from, UTC
   */
  validFrom?: string | null;
  /**
   * Valid until, UTC
   */
  validTo?: string | null;
  /**
   * State
   */
  state?: (0 | 1 | 2) | null;
  /**
   * Acceptance
   */
  acceptState?: ('-1' | '0' | '1' | '2' | '3') | null;
  /**
   * Audit state
   */
  auditState?: (0 | 1 | 2 | 3 | 4 | 5) | null;
  /**
   * Audit opinion
   */
  auditOpinion?: StoredText | null;
  /**
   * Remarks
   */
  remark?: string | null;
}

export type TemporaryRouteRecord = Required<TemporaryRoute> & SystemFields;

/**
 * Track correlation
 */
export interface TrackCorrelation {
  /**
   * Target
   */
  track: string;
  /**
   * 24-bit address
   */
  icao24?: string | null;
  /**
   * Callsign of the target
   */
  callsign?: string | null;
  /**
   * Act
   */
  kind: 'join' | 'cut';
  /**
   * Plan, id of plan
   */
  plan: number;
  /**
   * Operator, id of company
   */
  company: number;
  /**
   * By, id of user
   */
  setBy?: number | null;
  /**
   * At, UTC
   */
  setAt: string;
  /**
   * Ended at, UTC
   */
  endedAt?: string | null;
}

export type TrackCorrelationRecord = Required<TrackCorrelation> & SystemFields;

/**
 * Update log
 */
export interface UpdateLog {
  /**
   * Release
   */
  release: string;
  /**
   * Date
   */
  date: string;
  /**
   * Text
   */
  text: string;
  /**
   * Text in English
   */
  textEn?: string | null;
}

export type UpdateLogRecord = Required<UpdateLog> & SystemFields;

/**
 * User
 */
export interface User {
  /**
   * User name
   */
  userName: string;
  /**
   * Name
   */
  name: string;
  /**
   * Name in English
   */
  nameEn?: string | null;
  /**
   * Surname
   */
  surname?: string | null;
  /**
   * E-mail
   */
  emailAddress?: string | null;
  /**
   * Mobile
   */
  phoneNumber?: string | null;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Organization name
   */
  bussinessName?: string | null;
  /**
   * Organization units, id of organizationUnit
   */
  organizationUnits?: number[];
  /**
   * Roles, id of role
   */
  roles?: number[];
  /**
   * Coverage areas, id of organizationUnit
   */
  coverage?: number[];
  /**
   * Areas shown in 3D, id of organizationUnit
   */
  coverageId3s?: number[];
  /**
   * Companies served, id of company
   */
  servedCompanies?: number[];
  /**
   * Active
   */
  isActive?: boolean | null;
  /**
   * Operator group
   */
  omGroup?: string | null;
  /**
   * Air traffic group
   */
  atGroup?: string | null;
  /**
   * Tags
   */
  tags?: string[] | null;
  /**
   * Map centre longitude, °
   */
  longitude?: number | null;
  /**
   * Map centre latitude, °
   */
  latitude?: number | null;
  /**
   * Operate type
   */
  operateType?: string | null;
  /**
   * Other information
   */
  userOthers?:
    | {
        /**
         * Name
         */
        name: string;
        /**
         * Value
         */
        value?: string;
      }[]
    | null;
  /**
   * Language
   */
  language?: ('zh-Hans' | 'en') | null;
  /**
   * Password hash
   */
  passwordHash?: string | null;
  /**
   * Password changed at, UTC
   */
  passwordChangedAt?: string | null;
  /**
   * Must change the password
   */
  mustChangePassword?: boolean | null;
  /**
   * Invitation hash
   */
  invitationHash?: string | null;
  /**
   * Invitation valid until, UTC
   */
  invitationExpiresAt?: string | null;
  /**
   * Invitation accepted, UTC
   */
  invitationUsedAt?: string | null;
  /**
   * Two-step sign-in since, UTC
   */
  secondFactorAt?: string | null;
  /**
   * Failed sign-ins
   */
  accessFailedCount?: number | null;
  /**
   * Locked until, UTC
   */
  lockoutEndAt?: string | null;
  /**
   * Last sign-in, UTC
   */
  lastLoginAt?: string | null;
  /**
   * Agreement accepted at, UTC
   */
  authProtocolAcceptedAt?: string | null;
}

export type UserRecord = Required<Omit<User, 'passwordHash' | 'invitationHash'>> & SystemFields;

/**
 * User preference
 */
export interface UserPreference {
  /**
   * User, id of user
   */
  user: number;
  /**
   * Key
   */
  key: string;
  /**
   * Content
   */
  content: Record<string, unknown>;
}

export type UserPreferenceRecord = Required<UserPreference> & SystemFields;

/**
 * Watch duty
 */
export interface WatchDuty {
  /**
   * Position, id of watchPosition
   */
  position: number;
  /**
   * Operator, id of company
   */
  company?: number | null;
  /**
   * On watch, id of user
   */
  user: number;
  /**
   * Name
   */
  userName: string;
  /**
   * Since, UTC
   */
  since: string;
  /**
   * Until, UTC
   */
  until?: string | null;
  /**
   * Ended by
   */
  ended?: ('signOff' | 'handover' | 'session') | null;
}

export type WatchDutyRecord = Required<WatchDuty> & SystemFields;

/**
 * Watch handover
 */
export interface WatchHandover {
  /**
   * Position, id of watchPosition
   */
  position: number;
  /**
   * Operator, id of company
   */
  company?: number | null;
  /**
   * State
   */
  state: 'offered' | 'taken' | 'withdrawn';
  /**
   * From, id of user
   */
  fromUser: number;
  /**
   * Name of who hands over
   */
  fromName: string;
  /**
   * Offered at, UTC
   */
  offeredAt: string;
  /**
   * To, id of user
   */
  toUser?: number | null;
  /**
   * Name of who takes over
   */
  toName?: string | null;
  /**
   * Taken at, UTC
   */
  takenAt?: string | null;
  /**
   * Remarks
   */
  remarks?: string | null;
  /**
   * Open alerts
   */
  alerts?:
    | {
        /**
         * Number
         */
        id: number;
        /**
         * Level
         */
        level?: string;
        /**
         * Text
         */
        text: string;
        /**
         * Text in English
         */
        textEn?: string;
        /**
         * Raised at, UTC
         */
        raisedAt?: string;
        /**
         * State
         */
        state?: string;
        /**
         * Acknowledged by
         */
        acknowledgedBy?: string;
      }[]
    | null;
  /**
   * Flights in the air
   */
  flights?:
    | {
        /**
         * Number
         */
        id: number;
        /**
         * Plan
         */
        planNumber?: string;
        /**
         * Callsign
         */
        callsign?: string;
        /**
         * Operator
         */
        company?: string;
        /**
         * Took off at, UTC
         */
        since?: string;
      }[]
    | null;
  /**
   * Notices in force
   */
  notices?:
    | {
        /**
         * Number
         */
        id: number;
        /**
         * Title
         */
        title: string;
        /**
         * From, UTC
         */
        from?: string;
        /**
         * To, UTC
         */
        to?: string;
      }[]
    | null;
  /**
   * Orders in force
   */
  orders?:
    | {
        /**
         * Number
         */
        id: number;
        /**
         * Plan
         */
        planNumber?: string;
        /**
         * Callsign
         */
        callsign?: string;
        /**
         * Order
         */
        kind?: string;
        /**
         * Reason
         */
        reason?: string;
        /**
         * State
         */
        state?: string;
        /**
         * Ordered at, UTC
         */
        orderedAt?: string;
      }[]
    | null;
}

export type WatchHandoverRecord = Required<WatchHandover> & SystemFields;

/**
 * Watch log entry
 */
export interface WatchLogEntry {
  /**
   * Time, UTC
   */
  at: string;
  /**
   * Position, id of watchPosition
   */
  position?: number | null;
  /**
   * Operator, id of company
   */
  company?: number | null;
  /**
   * Kind
   */
  kind:
    | 'signOn'
    | 'signOff'
    | 'handover'
    | 'alertRaised'
    | 'alertAcknowledged'
    | 'alertMuted'
    | 'alertConfirmed'
    | 'alertNuisance'
    | 'alertFalse'
    | 'airspaceOpened'
    | 'airspaceClosed'
    | 'takeOff'
    | 'landing'
    | 'feedLost'
    | 'feedBack'
    | 'interferenceBegan'
    | 'interferenceEnded'
    | 'serverRestarted'
    | 'note'
    | 'correction';
  /**
   * Level
   */
  level?: ('advisory' | 'caution' | 'warning') | null;
  /**
   * Text
   */
  text: StoredText;
  /**
   * Written by
   */
  byName?: string | null;
  /**
   * Corrects, id of watchLogEntry
   */
  corrects?: number | null;
  /**
   * Record type
   */
  aboutResource?: string | null;
  /**
   * Record
   */
  aboutId?: number | null;
}

export type WatchLogEntryRecord = Required<WatchLogEntry> & SystemFields;

/**
 * Watch position
 */
export interface WatchPosition {
  /**
   * Name
   */
  name: string;
  /**
   * English name
   */
  nameEn?: string | null;
  /**
   * Kind
   */
  kind: 'tower' | 'watch' | 'approach' | 'information' | 'supervisor';
  /**
   * Operator, id of company
   */
  company?: number | null;
  /**
   * Frequency, MHz
   */
  frequencyMhz?: number | null;
  /**
   * Telephone
   */
  phone?: string | null;
  /**
   * Remark
   */
  remark?: string | null;
}

export type WatchPositionRecord = Required<WatchPosition> & SystemFields;

/**
 * Weather report
 */
export interface WeatherReport {
  /**
   * Kind
   */
  kind:
    | 'METAR'
    | 'SPECI'
    | 'TAF'
    | 'SIGMET'
    | 'AIRMET'
    | 'GAMET'
    | 'volcanicAsh'
    | 'tropicalCyclone'
    | 'windsAloft';
  /**
   * Location indicator
   */
  station: string;
  /**
   * Aerodrome, id of airport
   */
  airport?: number | null;
  /**
   * Issued, UTC
   */
  issuedAt: string;
  /**
   * Valid from, UTC
   */
  validFrom: string;
  /**
   * Valid until, UTC
   */
  validTo?: string | null;
  /**
   * State
   */
  state: 'current' | 'superseded' | 'cancelled';
  /**
   * Amendment
   */
  amendment: 'none' | 'AMD' | 'COR' | 'CNL';
  /**
   * Raw text
   */
  raw: string;
  /**
   * Decoded
   */
  decoded?: string | null;
  /**
   * Phenomenon
   */
  phenomenon?: string | null;
  /**
   * Area
   */
  area?: Extract<Geometry, {type: 'Polygon' | 'MultiPolygon'}> | null;
  /**
   * Lower limit
   */
  lower?: Altitude | null;
  /**
   * Upper limit
   */
  upper?: Altitude | null;
  /**
   * Sequence
   */
  sequence?: string | null;
  /**
   * Source, id of informationSource
   */
  source?: number | null;
  /**
   * Received, UTC
   */
  receivedAt?: string | null;
  /**
   * Heading
   */
  heading?: string | null;
  /**
   * Demo
   */
  isDemo?: boolean | null;
}

export type WeatherReportRecord = Required<WeatherReport> & SystemFields;

/**
 * Webhook
 */
export interface Webhook {
  /**
   * Name
   */
  name: string;
  /**
   * Address
   */
  url: string;
  /**
   * Record types
   */
  resources: string[];
  /**
   * Events
   */
  events: (
    'create' | 'update' | 'delete' | 'restore' | 'alertRaised' | 'alertAcknowledged' | 'alertCleared'
  )[];
  /**
   * Active
   */
  isActive?: boolean | null;
  /**
   * Remark
   */
  remark?: string | null;
  /**
   * Company, id of company
   */
  company?: number | null;
  /**
   * Address set by
   */
  addressBy?: number | null;
  /**
   * Signing secret no.
   */
  secretVersion?: number | null;
}

export type WebhookRecord = Required<Omit<Webhook, 'addressBy'>> & SystemFields;

/**
 * Webhook delivery
 */
export interface WebhookDelivery {
  /**
   * Event id
   */
  key: string;
  /**
   * Webhook, id of webhook
   */
  webhook: number;
  /**
   * Event
   */
  event:
    | 'create'
    | 'update'
    | 'delete'
    | 'restore'
    | 'alertRaised'
    | 'alertAcknowledged'
    | 'alertCleared'
    | 'ping';
  /**
   * Record type
   */
  resource?: string | null;
  /**
   * Record
   */
  recordId?: number | null;
  /**
   * Happened at, UTC
   */
  occurredAt: string;
  /**
   * By, id of user
   */
  actor?: number | null;
  /**
   * Status
   */
  status: 'pending' | 'sending' | 'delivered' | 'skipped' | 'dead';
  /**
   * Attempts
   */
  attempts: number;
  /**
   * First tried at, UTC
   */
  firstTriedAt?: string | null;
  /**
   * Next try at, UTC
   */
  nextAt?: string | null;
  /**
   * Delivered at, UTC
   */
  deliveredAt?: string | null;
  /**
   * Answer
   */
  answerCode?: number | null;
  /**
   * Took, ms
   */
  durationMs?: number | null;
  /**
   * What failed
   */
  error?: StoredText | null;
  /**
   * Content
   */
  payload?: Record<string, unknown> | null;
}

export type WebhookDeliveryRecord = Required<Omit<WebhookDelivery, 'payload'>> & SystemFields;

/**
 * What-if evaluation
 */
export interface WhatIf {
  /**
   * Title
   */
  title: string;
  /**
   * Period from, UTC
   */
  from: string;
  /**
   * Period to, UTC
   */
  to: string;
  /**
   * Evaluated
   */
  parts: ('plans' | 'approvals' | 'alerts')[];
  /**
   * State
   */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'applied';
  /**
   * Plans that differ
   */
  plansDiffer?: number | null;
  /**
   * Approvals that differ
   */
  approvalsDiffer?: number | null;
  /**
   * Alerts that differ
   */
  alertsDiffer?: number | null;
  /**
   * Finished at, UTC
   */
  finishedAt?: string | null;
  /**
   * Failure
   */
  failure?: string | null;
  /**
   * In force since, UTC
   */
  appliedAt?: string | null;
  /**
   * Put in force by, id of user
   */
  appliedBy?: number | null;
  /**
   * Reason
   */
  appliedReason?: string | null;
}

export type WhatIfRecord = Required<WhatIf> & SystemFields;

/** The own fields of each record type, by the name of its resource: what is given to make one. */
export interface RecordFields {
  aircraft: Aircraft;
  aircraftType: AircraftType;
  airport: Airport;
  airspace: Airspace;
  airspaceEvent: AirspaceEvent;
  airspaceTemplate: AirspaceTemplate;
  airspaceVersion: AirspaceVersion;
  airway: Airway;
  apiToken: ApiToken;
  approval: Approval;
  attachment: Attachment;
  bindCode: BindCode;
  briefing: Briefing;
  channelDelivery: ChannelDelivery;
  channelSetting: ChannelSetting;
  company: Company;
  configurationTransfer: ConfigurationTransfer;
  dashboard: Dashboard;
  detour: Detour;
  dictionary: Dictionary;
  dictionaryItem: DictionaryItem;
  documentArticle: DocumentArticle;
  encounter: Encounter;
  errorLog: ErrorLog;
  feedback: Feedback;
  flightOrder: FlightOrder;
  flightStatus: FlightStatus;
  flowConfig: FlowConfig;
  flowInstance: FlowInstance;
  flowVersion: FlowVersion;
  governmentDocument: GovernmentDocument;
  holiday: Holiday;
  importJob: ImportJob;
  informationMessage: InformationMessage;
  informationSource: InformationSource;
  jobTask: JobTask;
  loginAttempt: LoginAttempt;
  meeting: Meeting;
  meetingMinutes: MeetingMinutes;
  meetingPerson: MeetingPerson;
  meetingTask: MeetingTask;
  messageGateway: MessageGateway;
  missionType: MissionType;
  monitorAlarm: MonitorAlarm;
  monitorThreshold: MonitorThreshold;
  navigationPoint: NavigationPoint;
  notam: Notam;
  notice: Notice;
  noticeAcknowledgement: NoticeAcknowledgement;
  notificationRule: NotificationRule;
  obstacle: Obstacle;
  operateRecord: OperateRecord;
  organizationUnit: OrganizationUnit;
  parameter: Parameter;
  phoneCode: PhoneCode;
  pilot: Pilot;
  plan: Plan;
  planMessage: PlanMessage;
  pushSubscription: PushSubscription;
  quarantine: Quarantine;
  registration: Registration;
  reminder: Reminder;
  reportProposal: ReportProposal;
  reportResult: ReportResult;
  reportSubscription: ReportSubscription;
  role: Role;
  savedView: SavedView;
  schemaOverlay: SchemaOverlay;
  session: Session;
  shareLink: ShareLink;
  shareOpening: ShareOpening;
  staticPage: StaticPage;
  surveillanceSource: SurveillanceSource;
  takeoffLandingPoint: TakeoffLandingPoint;
  temporaryRoute: TemporaryRoute;
  trackCorrelation: TrackCorrelation;
  updateLog: UpdateLog;
  user: User;
  userPreference: UserPreference;
  watchDuty: WatchDuty;
  watchHandover: WatchHandover;
  watchLogEntry: WatchLogEntry;
  watchPosition: WatchPosition;
  weatherReport: WeatherReport;
  webhook: Webhook;
  webhookDelivery: WebhookDelivery;
  whatIf: WhatIf;
}

/** The stored records, by the name of their resource. */
export interface StoredRecords {
  aircraft: AircraftRecord;
  aircraftType: AircraftTypeRecord;
  airport: AirportRecord;
  airspace: AirspaceRecord;
  airspaceEvent: AirspaceEventRecord;
  airspaceTemplate: AirspaceTemplateRecord;
  airspaceVersion: AirspaceVersionRecord;
  airway: AirwayRecord;
  apiToken: ApiTokenRecord;
  approval: ApprovalRecord;
  attachment: AttachmentRecord;
  bindCode: BindCodeRecord;
  briefing: BriefingRecord;
  channelDelivery: ChannelDeliveryRecord;
  channelSetting: ChannelSettingRecord;
  company: CompanyRecord;
  configurationTransfer: ConfigurationTransferRecord;
  dashboard: DashboardRecord;
  detour: DetourRecord;
  dictionary: DictionaryRecord;
  dictionaryItem: DictionaryItemRecord;
  documentArticle: DocumentArticleRecord;
  encounter: EncounterRecord;
  errorLog: ErrorLogRecord;
  feedback: FeedbackRecord;
  flightOrder: FlightOrderRecord;
  flightStatus: FlightStatusRecord;
  flowConfig: FlowConfigRecord;
  flowInstance: FlowInstanceRecord;
  flowVersion: FlowVersionRecord;
  governmentDocument: GovernmentDocumentRecord;
  holiday: HolidayRecord;
  importJob: ImportJobRecord;
  informationMessage: InformationMessageRecord;
  informationSource: InformationSourceRecord;
  jobTask: JobTaskRecord;
  loginAttempt: LoginAttemptRecord;
  meeting: MeetingRecord;
  meetingMinutes: MeetingMinutesRecord;
  meetingPerson: MeetingPersonRecord;
  meetingTask: MeetingTaskRecord;
  messageGateway: MessageGatewayRecord;
  missionType: MissionTypeRecord;
  monitorAlarm: MonitorAlarmRecord;
  monitorThreshold: MonitorThresholdRecord;
  navigationPoint: NavigationPointRecord;
  notam: NotamRecord;
  notice: NoticeRecord;
  noticeAcknowledgement: NoticeAcknowledgementRecord;
  notificationRule: NotificationRuleRecord;
  obstacle: ObstacleRecord;
  operateRecord: OperateRecordRecord;
  organizationUnit: OrganizationUnitRecord;
  parameter: ParameterRecord;
  phoneCode: PhoneCodeRecord;
  pilot: PilotRecord;
  plan: PlanRecord;
  planMessage: PlanMessageRecord;
  pushSubscription: PushSubscriptionRecord;
  quarantine: QuarantineRecord;
  registration: RegistrationRecord;
  reminder: ReminderRecord;
  reportProposal: ReportProposalRecord;
  reportResult: ReportResultRecord;
  reportSubscription: ReportSubscriptionRecord;
  role: RoleRecord;
  savedView: SavedViewRecord;
  schemaOverlay: SchemaOverlayRecord;
  session: SessionRecord;
  shareLink: ShareLinkRecord;
  shareOpening: ShareOpeningRecord;
  staticPage: StaticPageRecord;
  surveillanceSource: SurveillanceSourceRecord;
  takeoffLandingPoint: TakeoffLandingPointRecord;
  temporaryRoute: TemporaryRouteRecord;
  trackCorrelation: TrackCorrelationRecord;
  updateLog: UpdateLogRecord;
  user: UserRecord;
  userPreference: UserPreferenceRecord;
  watchDuty: WatchDutyRecord;
  watchHandover: WatchHandoverRecord;
  watchLogEntry: WatchLogEntryRecord;
  watchPosition: WatchPositionRecord;
  weatherReport: WeatherReportRecord;
  webhook: WebhookRecord;
  webhookDelivery: WebhookDeliveryRecord;
  whatIf: WhatIfRecord;
}
