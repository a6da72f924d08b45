// Generated from schemas/ by `npx tsx scripts/generate-types.ts`. Do not edit.
import type { Generated } from 'kysely';
import type {
  Aircraft,
  AircraftType,
  Airport,
  Airspace,
  AirspaceTemplate,
  AirspaceVersion,
  Airway,
  ApiToken,
  Approval,
  Briefing,
  ChannelDelivery,
  ChannelSetting,
  Company,
  ConfigurationTransfer,
  Dashboard,
  Detour,
  Encounter,
  FlowConfig,
  FlowInstance,
  FlowVersion,
  ImportJob,
  InformationMessage,
  JobTask,
  Meeting,
  MeetingMinutes,
  MessageGateway,
  NavigationPoint,
  Notam,
  Notice,
  NotificationRule,
  Obstacle,
  OperateRecord,
  OrganizationUnit,
  Pilot,
  Plan,
  PlanMessage,
  Reminder,
  ReportResult,
  Role,
  SavedView,
  SchemaOverlay,
  SurveillanceSource,
  TakeoffLandingPoint,
  TemporaryRoute,
  User,
  UserPreference,
  WatchHandover,
  WatchLogEntry,
  WeatherReport,
  Webhook,
  WebhookDelivery,
  WhatIf,
} from '#domain/record/records.gen.ts';
import type { Json, SystemColumns } from './column-types.ts';

export interface AircraftTable extends SystemColumns {
  registration: string;
  icao24: string | null;
  type: number;
  serialNumber: string;
  company: number;
  callsign: string | null;
  nationality: string | null;
  baseAirport: number | null;
  manufactureDate: string | null;
  mtowKg: number | null;
  seats: number | null;
  enduranceMin: number | null;
  colour: string | null;
  surveillanceEquipment: string | null;
  comNavEquipment: string | null;
  adsbOut: 'none' | '1090' | '978' | 'beidou' | '4g' | null;
  airworthinessNumber: string;
  airworthinessCategory: 'standard' | 'special' | 'provisional' | 'export' | null;
  airworthinessExpiry: string;
  nationalityCertificateNumber: string | null;
  radioLicenceNumber: string | null;
  radioLicenceExpiry: string | null;
  insuranceCompany: string | null;
  insuranceNumber: string | null;
  insuranceExpiry: string | null;
  status: 'active' | 'maintenance' | 'suspended' | 'deregistered' | null;
  auditState: 0 | 1 | 2 | 3 | 4 | 5 | null;
  auditOpinion: Json<NonNullable<Aircraft['auditOpinion']>> | null;
  remark: string | null;
}

export interface AircraftTypeTable extends SystemColumns {
  designator: string;
  manufacturer: string;
  model: string;
  nameZh: string | null;
  category: 'landplane' | 'seaplane' | 'amphibian' | 'helicopter' | 'gyrocopter' | 'tiltrotor' | 'glider' | 'balloon' | 'airship' | 'powered' | 'uas';
  engineCount: number;
  engineType: 'piston' | 'turboprop' | 'turboshaft' | 'jet' | 'electric' | 'none';
  wtc: Generated<'L' | 'M' | 'H' | 'J'>;
  mtowKg: number | null;
  cruiseSpeedKmh: number | null;
  ceiling: Json<NonNullable<AircraftType['ceiling']>> | null;
  rangeKm: number | null;
  enduranceMin: number | null;
  maxCrosswindMps: number | null;
  minVisibilityM: number | null;
  minCeilingM: number | null;
  seats: number | null;
  isActive: boolean | null;
}

export interface AirportTable extends SystemColumns {
  icao: string | null;
  iata: string | null;
  localCode: string | null;
  name: string;
  nameEn: string | null;
  kind: 'civil' | 'ga' | 'heliport' | 'military';
  gaClass: 'A1' | 'A2' | 'A3' | 'B' | null;
  status: 'open' | 'closed' | null;
  country: string | null;
  region: string | null;
  city: string | null;
  position: Json<NonNullable<Airport['position']>>;
  elevation: Json<NonNullable<Airport['elevation']>> | null;
  transitionAltitude: Json<NonNullable<Airport['transitionAltitude']>> | null;
  magneticVariation: number | null;
  runways: Json<NonNullable<Airport['runways']>> | null;
  declaredDistances: Json<NonNullable<Airport['declaredDistances']>> | null;
  frequencies: Json<NonNullable<Airport['frequencies']>> | null;
  hours: string | null;
  openTimes: Json<NonNullable<Airport['openTimes']>> | null;
  nightOperations: 'allowed' | 'permission' | 'notAllowed' | null;
  timeZone: string | null;
  services: string | null;
  operator: string | null;
  phone: string | null;
  contact: string | null;
  email: string | null;
  source: string | null;
  effectiveDate: string | null;
  remark: string | null;
  coverageIds: Generated<number[]>;
}

export interface AirspaceTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  designator: string | null;
  kind: 'temporary' | 'training' | 'aerodrome' | 'corridor' | 'route' | 'line' | 'fuelDump' | 'prohibited' | 'restricted' | 'danger' | 'tempRestricted' | 'uasSuitable' | 'uasControlled' | 'atz' | 'ctr' | 'tma' | 'cta' | 'fir' | 'reporting' | 'monitoring';
  airspaceClass: 'A' | 'B' | 'C' | 'D' | 'E' | 'G' | 'W' | null;
  shape: Generated<'circle' | 'polygon' | 'sector' | 'corridor' | 'point'>;
  geometry: Json<NonNullable<Airspace['geometry']>>;
  center: Json<NonNullable<Airspace['center']>> | null;
  radiusM: number | null;
  startBearing: number | null;
  endBearing: number | null;
  centerline: Json<NonNullable<Airspace['centerline']>> | null;
  widthM: number | null;
  lower: Json<NonNullable<Airspace['lower']>>;
  upper: Json<NonNullable<Airspace['upper']>>;
  validFrom: string | null;
  validTo: string | null;
  schedule: Json<NonNullable<Airspace['schedule']>> | null;
  company: number | null;
  missionType: number | null;
  activityNature: string | null;
  entryExit: string | null;
  controlUnit: number | null;
  frequencyMhz: number | null;
  sharing: 'exclusive' | 'consent' | 'shared' | null;
  state: 0 | 1 | 2 | null;
  acceptState: '-1' | '0' | '1' | '2' | '3' | null;
  openState: 'open' | 'closed' | null;
  openChangedAt: string | null;
  openReason: string | null;
  source: string | null;
  sourceEn: string | null;
  auditState: 0 | 1 | 2 | 3 | 4 | 5 | null;
  auditOpinion: Json<NonNullable<Airspace['auditOpinion']>> | null;
  proposedLevel: 'aerodrome' | 'subZone' | 'zone' | 'betweenZones' | null;
  submittedAt: string | null;
  submittedBy: number | null;
  decideBy: string | null;
  decidedAt: string | null;
  reason: string | null;
  densityLimit: number | null;
  separationM: number | null;
  separationVerticalM: number | null;
  minimumAltitudeM: number | null;
  alertFigures: Json<NonNullable<Airspace['alertFigures']>> | null;
  remark: string | null;
  coverageIds: Generated<number[]>;
}

export interface AirspaceEventTable extends SystemColumns {
  airspace: number;
  company: number | null;
  kind: 'open' | 'close' | 'extend' | 'extensionAsked' | 'expire' | 'complete' | 'cancel' | 'version';
  from: string;
  to: string | null;
  reason: string | null;
  by: number | null;
  byName: string | null;
  at: string;
  state: 'waiting' | 'granted' | 'declined' | 'withdrawn' | 'lapsed' | null;
  answer: string | null;
  answeredBy: number | null;
  answeredByName: string | null;
  answeredAt: string | null;
  appliedFrom: boolean | null;
  appliedTo: boolean | null;
  coverageIds: Generated<number[]>;
}

export interface AirspaceTemplateTable extends SystemColumns {
  name: string;
  company: number | null;
  owner: number | null;
  kind: 'temporary' | 'training' | 'aerodrome' | 'corridor' | 'line' | null;
  shape: Generated<'circle' | 'polygon' | 'sector' | 'corridor' | 'point'>;
  geometry: Json<NonNullable<AirspaceTemplate['geometry']>>;
  center: Json<NonNullable<AirspaceTemplate['center']>> | null;
  radiusM: number | null;
  startBearing: number | null;
  endBearing: number | null;
  centerline: Json<NonNullable<AirspaceTemplate['centerline']>> | null;
  widthM: number | null;
  lower: Json<NonNullable<AirspaceTemplate['lower']>>;
  upper: Json<NonNullable<AirspaceTemplate['upper']>>;
  entryExit: string | null;
  remark: string | null;
}

export interface AirspaceVersionTable extends SystemColumns {
  airspace: number;
  company: number | null;
  number: number;
  effectiveFrom: string;
  effectiveTo: string | null;
  name: string;
  nameEn: string | null;
  kind: 'temporary' | 'training' | 'aerodrome' | 'corridor' | 'route' | 'line' | 'fuelDump' | 'prohibited' | 'restricted' | 'danger' | 'tempRestricted' | 'uasSuitable' | 'uasControlled' | 'atz' | 'ctr' | 'tma' | 'cta' | 'fir' | 'reporting' | 'monitoring';
  airspaceClass: 'A' | 'B' | 'C' | 'D' | 'E' | 'G' | 'W' | null;
  shape: 'circle' | 'polygon' | 'sector' | 'corridor' | 'point' | null;
  geometry: Json<NonNullable<AirspaceVersion['geometry']>>;
  center: Json<NonNullable<AirspaceVersion['center']>> | null;
  radiusM: number | null;
  startBearing: number | null;
  endBearing: number | null;
  centerline: Json<NonNullable<AirspaceVersion['centerline']>> | null;
  widthM: number | null;
  lower: Json<NonNullable<AirspaceVersion['lower']>> | null;
  upper: Json<NonNullable<AirspaceVersion['upper']>> | null;
  validFrom: string | null;
  validTo: string | null;
  schedule: Json<NonNullable<AirspaceVersion['schedule']>> | null;
  sharing: 'exclusive' | 'consent' | 'shared' | null;
  reason: string | null;
  author: number | null;
  authorName: string | null;
  applied: boolean | null;
  coverageIds: Generated<number[]>;
}

export interface AirwayTable extends SystemColumns {
  designator: string;
  points: Json<NonNullable<Airway['points']>>;
  geometry: Json<NonNullable<Airway['geometry']>> | null;
  lower: Json<NonNullable<Airway['lower']>> | null;
  upper: Json<NonNullable<Airway['upper']>> | null;
  source: string | null;
  sourceEn: string | null;
  remark: string | null;
}

export interface ApiTokenTable extends SystemColumns {
  name: string;
  user: number;
  company: number | null;
  prefix: string;
  tokenHash: string;
  permissions: Json<NonNullable<ApiToken['permissions']>> | null;
  readOnly: boolean | null;
  expiresAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface ApprovalTable extends SystemColumns {
  flowInstance: number;
  company: number | null;
  stepIndex: number;
  stepName: string | null;
  stepNameEn: string | null;
  decision: 'approve' | 'reject' | 'return' | 'reassign';
  decidedBy: number | null;
  decidedByName: string | null;
  decidedAt: string;
  comment: Json<NonNullable<Approval['comment']>> | null;
  snapshot: Json<NonNullable<Approval['snapshot']>> | null;
}

export interface ArticleWordsTable {
  articleId: number;
  articleVersion: number;
  chinese: string;
  english: string;
}

export interface AttachmentTable extends SystemColumns {
  resource: string;
  recordId: number;
  kind: string | null;
  name: string;
  size: number;
  mediaType: string;
  sha256: string;
  addedByName: string | null;
  storageKey: string;
}

export interface BindCodeTable extends SystemColumns {
  user: number;
  codeHash: string;
  ownerSession: string | null;
  state: Generated<'waiting' | 'asked' | 'granted' | 'refused' | 'used'>;
  expiresAt: string;
  deviceName: string | null;
  clientIpAddress: string | null;
  browserInfo: string | null;
  secretHash: string | null;
  checkNumber: string | null;
}

export interface BriefingTable extends SystemColumns {
  title: string;
  plan: number | null;
  airport: number | null;
  company: number | null;
  area: Json<NonNullable<Briefing['area']>> | null;
  lower: Json<NonNullable<Briefing['lower']>> | null;
  upper: Json<NonNullable<Briefing['upper']>> | null;
  withinM: number | null;
  validFrom: string;
  validTo: string;
  madeAt: string;
  madeBy: number | null;
  madeByName: string;
  count: number;
  content: string;
  coverageIds: Generated<number[]>;
}

export interface ChannelDeliveryTable extends SystemColumns {
  key: string;
  kind: 'plan' | 'airspace' | 'certification' | 'receipt' | 'notice' | 'weather' | 'alert' | 'rule' | 'room' | 'meeting' | 'report' | 'system' | null;
  channel: 'email' | 'push' | 'webhook';
  user: number;
  reminder: number | null;
  subscription: number | null;
  status: Generated<'pending' | 'sending' | 'delivered' | 'skipped' | 'dead'>;
  attempts: Generated<number>;
  firstTriedAt: string | null;
  nextAt: string | null;
  deliveredAt: string | null;
  error: Json<NonNullable<ChannelDelivery['error']>> | null;
}

export interface ChannelSettingTable extends SystemColumns {
  user: number | null;
  role: number | null;
  choices: Json<NonNullable<ChannelSetting['choices']>>;
  quietFrom: string | null;
  quietUntil: string | null;
  quietZone: string | null;
  webhookUrl: string | null;
  secretVersion: number | null;
}

export interface ChatBlockTable {
  userId: number;
  blockedId: number;
  at: string;
}

export interface ChatCursorTable {
  roomId: number;
  userId: number;
  readSeq: number;
  readAt: string;
}

export interface ChatEntryTable {
  roomId: number;
  seq: number;
  kind: string;
  about: number;
  authorId: number | null;
  authorName: string;
  at: string;
  clientId: string | null;
  body: Json<unknown>;
  hash: string;
}

export interface ChatMemberTable {
  roomId: number;
  userId: number;
  owner: Generated<boolean>;
  addedAt: string;
}

export interface ChatMessageTable {
  id: Generated<number>;
  roomId: number;
  seq: number;
  changedSeq: number;
  clientId: string | null;
  kind: string;
  authorId: number | null;
  authorName: string;
  sentAt: string;
  text: string;
  mentions: Generated<number[]>;
  quote: number | null;
  files: Generated<number[]>;
  body: Json<unknown>;
  editedAt: string | null;
  withdrawnAt: string | null;
  pinnedAt: string | null;
  words: string | null;
}

export interface ChatReceiverTable {
  roomId: number;
  seq: number;
  userId: number;
  name: string;
  level: number;
  dueAt: string;
  soundedAt: string | null;
  escalatedAt: string | null;
  acknowledgedAt: string | null;
  remark: string | null;
}

export interface ChatRoomTable {
  id: Generated<number>;
  kind: string;
  name: string | null;
  military: Generated<boolean>;
  subject: number | null;
  key: string | null;
  lastSeq: Generated<number>;
  lastHash: string;
  activeAt: string;
  createdAt: string;
  createdBy: number | null;
  createdByName: string | null;
  closedAt: string | null;
  seal: string | null;
  droppedSeq: Generated<number>;
  droppedHash: string;
}

export interface CompanyTable extends SystemColumns {
  name: string;
  shortName: string | null;
  nameEn: string | null;
  uscc: string;
  kind: string | null;
  region: string | null;
  address: string | null;
  legalRepresentative: string;
  contact: string;
  phone: string;
  dutyPhone: string | null;
  email: string | null;
  certificateKinds: Json<NonNullable<Company['certificateKinds']>> | null;
  certificateNumber: string | null;
  certificateExpiry: string | null;
  businessLicenceNumber: string | null;
  businessScope: Json<NonNullable<Company['businessScope']>> | null;
  validUntil: string | null;
  minVisibilityM: number | null;
  minCeilingM: number | null;
  examineState: 0 | 1 | 2 | 3 | 4 | 5 | null;
  examineOpinion: Json<NonNullable<Company['examineOpinion']>> | null;
  remark: string | null;
}

export interface ConfigurationTransferTable extends SystemColumns {
  installation: string;
  productVersion: string | null;
  madeAt: string | null;
  madeBy: string | null;
  fileHash: string;
  reason: string;
  appliedBy: number | null;
  appliedAt: string | null;
  added: number | null;
  changed: number | null;
  difference: Json<NonNullable<ConfigurationTransfer['difference']>>;
  previous: Json<NonNullable<ConfigurationTransfer['previous']>> | null;
}

export interface DashboardTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  order: number | null;
  refreshS: number | null;
  wall: boolean | null;
  wallS: number | null;
  tiles: Json<NonNullable<Dashboard['tiles']>>;
}

export interface DashboardCompaniesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface DashboardRolesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface DashboardUnitsTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface DetourTable extends SystemColumns {
  plan: number;
  jobTask: number;
  company: number;
  state: Generated<'open' | 'accepted' | 'refused'>;
  reason: string;
  change: Json<NonNullable<Detour['change']>> | null;
  before: Json<NonNullable<Detour['before']>> | null;
  appliedBy: number | null;
  appliedAt: string;
  decidedBy: number | null;
  decidedAt: string | null;
  comment: string | null;
}

export interface DictionaryTable extends SystemColumns {
  code: string;
  name: string;
  nameEn: string;
  description: string | null;
  isSystem: boolean | null;
}

export interface DictionaryItemTable extends SystemColumns {
  dictionary: number;
  code: string;
  label: string;
  labelEn: string;
  order: number | null;
  colour: string | null;
  isActive: boolean | null;
  remark: string | null;
}

export interface DocumentArticleTable extends SystemColumns {
  document: number;
  number: number;
  chapter: string | null;
  chapterEn: string | null;
  heading: string | null;
  headingEn: string | null;
  text: string;
  textEn: string | null;
  order: number;
}

export interface EncounterTable extends SystemColumns {
  kind: 'pairs' | 'areas' | 'terrain' | 'conformance' | 'emergency' | 'lostSignal' | 'takeOffReport' | 'overdue' | 'orders' | 'feeds' | 'density' | 'spoofed' | 'interference';
  level: 'advisory' | 'caution' | 'warning';
  highestLevel: 'advisory' | 'caution' | 'warning';
  state: 'raised' | 'announced' | 'acknowledged' | 'muted' | 'cleared';
  alertKey: string;
  reason: string;
  reasonEn: string;
  details: string | null;
  callsignOne: string | null;
  callsignTwo: string | null;
  aircraft: number | null;
  planOne: number | null;
  planTwo: number | null;
  airspace: number | null;
  source: number | null;
  closestM: number | null;
  closestVerticalM: number | null;
  raisedAt: string;
  announcedAt: string | null;
  acknowledgedAt: string | null;
  acknowledgedBy: number | null;
  acknowledgedLooked: boolean | null;
  mutedAt: string | null;
  mutedUntil: string | null;
  mutedBy: number | null;
  muteReason: string | null;
  clearedAt: string | null;
  classification: 'confirmed' | 'nuisance' | 'false' | null;
  classifiedAt: string | null;
  classifiedBy: number | null;
  classificationReason: string | null;
  tracks: string | null;
  place: Json<NonNullable<Encounter['place']>> | null;
  coverageIds: Generated<number[]>;
}

export interface EncounterAreasTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface EncounterCompaniesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface EncounterPlansTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface ErrorLogTable extends SystemColumns {
  message: string;
  name: string;
  fingerprint: string;
  state: 'open' | 'resolved' | null;
  count: number | null;
  firstSeenAt: string;
  lastSeenAt: string;
  release: string | null;
  page: string | null;
  frames: string | null;
  browserInfo: string | null;
  user: number | null;
  company: number | null;
  resolvedAt: string | null;
  resolvedBy: number | null;
  resolution: string | null;
}

export interface FeedbackTable extends SystemColumns {
  question: string;
  category: string | null;
  company: number | null;
  contact: string | null;
  answer: string | null;
  answeredBy: number | null;
  answeredAt: string | null;
  state: 'open' | 'answered' | 'closed' | null;
}

export interface FlightOrderTable extends SystemColumns {
  plan: number;
  company: number;
  kind: 'stop' | 'recall';
  state: Generated<'open' | 'acknowledged' | 'lifted' | 'replaced'>;
  reason: string;
  orderedBy: number | null;
  orderedAt: string;
  acknowledgedBy: number | null;
  acknowledgedAt: string | null;
  liftedBy: number | null;
  liftedAt: string | null;
  liftReason: string | null;
}

export interface FlightStatusTable extends SystemColumns {
  plan: number;
  jobTask: number | null;
  company: number;
  status: 'SCH' | 'QPR' | 'FPL' | 'PRE' | 'REQ' | 'CLD' | 'RDY' | 'P_S' | 'TAX' | 'QUE' | 'LIN' | 'DEP' | 'ABT' | 'CPL' | 'RAD' | 'LND' | 'ARR' | 'V/H' | 'APR' | 'FIN' | 'CNL';
  source: 'surveillance' | 'hand';
  planState: number;
  at: string;
  reason: string | null;
  setBy: number | null;
  withdrawnAt: string | null;
  withdrawnBy: number | null;
  withdrawReason: string | null;
}

export interface FlowConfigTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  documentKind: 'plan' | 'release' | 'airspace' | 'aircraft' | 'pilot' | 'company';
  enabled: boolean | null;
  priority: number | null;
  condition: Json<NonNullable<FlowConfig['condition']>> | null;
  steps: Json<NonNullable<FlowConfig['steps']>>;
  publishedVersion: number | null;
  publishedAt: string | null;
  proposedBy: number | null;
  proposedAt: string | null;
  proposedVersion: number | null;
  remarks: string | null;
}

export interface FlowInstanceTable extends SystemColumns {
  flowVersion: number;
  documentKind: 'plan' | 'release' | 'airspace' | 'aircraft' | 'pilot' | 'company';
  documentResource: string;
  documentId: number;
  company: number | null;
  applicant: number | null;
  state: 'running' | 'approved' | 'rejected' | 'returned' | 'withdrawn';
  stepIndex: number;
  steps: Json<NonNullable<FlowInstance['steps']>> | null;
  stepStartedAt: string | null;
  stepDueAt: string | null;
  takenBy: number | null;
  takenAt: string | null;
  assignees: Json<NonNullable<FlowInstance['assignees']>> | null;
  endedAt: string | null;
  remindedAt: string | null;
  comment: string | null;
  submittedAt: string | null;
}

export interface FlowVersionTable extends SystemColumns {
  flow: number;
  number: number;
  name: string | null;
  nameEn: string | null;
  documentKind: 'plan' | 'release' | 'airspace' | 'aircraft' | 'pilot' | 'company';
  condition: Json<NonNullable<FlowVersion['condition']>> | null;
  steps: Json<NonNullable<FlowVersion['steps']>>;
  publishedBy: number | null;
  note: string | null;
}

export interface GovernmentDocumentTable extends SystemColumns {
  code: string;
  title: string;
  titleEn: string | null;
  shortTitle: string | null;
  shortTitleEn: string | null;
  number: string | null;
  numberEn: string | null;
  issuer: string | null;
  issuerEn: string | null;
  kind: 'law' | 'circular' | 'airspaceOrder' | 'localRule';
  edition: string;
  editionEn: string | null;
  effectiveFrom: string;
  effectiveTo: string | null;
  state: 'valid' | 'repealed' | null;
  isSummary: boolean | null;
  remark: string | null;
}

export interface HolidayTable extends SystemColumns {
  date: string;
  name: string;
  nameEn: string | null;
  kind: Generated<'holiday' | 'workday'>;
  source: string | null;
  sourceEn: string | null;
}

export interface ImportJobTable extends SystemColumns {
  resource: string;
  fileName: string;
  format: 'csv' | 'xlsx' | 'json' | 'geojson';
  encoding: string | null;
  sizeBytes: number | null;
  storedName: string | null;
  sheet: string | null;
  sheets: Json<NonNullable<ImportJob['sheets']>> | null;
  head: Json<NonNullable<ImportJob['head']>> | null;
  state: Generated<'uploaded' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed'>;
  plan: Json<NonNullable<ImportJob['plan']>> | null;
  locale: 'zh-Hans' | 'en' | null;
  checkedRows: number | null;
  badRows: number | null;
  doneRows: number | null;
  created: number | null;
  updated: number | null;
  unchanged: number | null;
  committedRow: number | null;
  progress: number | null;
  cancelRequested: boolean | null;
  reason: Json<NonNullable<ImportJob['reason']>> | null;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface InformationMessageTable extends SystemColumns {
  source: number | null;
  receivedAt: string;
  heading: string | null;
  kind: 'METAR' | 'SPECI' | 'TAF' | 'SIGMET' | 'AIRMET' | 'GAMET' | 'volcanicAsh' | 'tropicalCyclone' | 'windsAloft' | 'NOTAM' | 'SNOWTAM' | 'ASHTAM' | 'PIB' | null;
  state: 'stored' | 'duplicate' | 'late' | 'unreadable';
  raw: string;
  reason: Json<NonNullable<InformationMessage['reason']>> | null;
  hash: string;
  resource: string | null;
  recordId: number | null;
}

export interface InformationSourceTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  content: 'reports' | 'radarImage' | 'lightning' | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  projection: 'geographic' | 'mercator' | null;
  transport: Generated<'inbox' | 'directory' | 'httpPoll' | 'httpPush' | 'manual'>;
  gateway: number | null;
  directory: string | null;
  url: string | null;
  intervalS: number | null;
  timeoutS: number | null;
  userName: string | null;
  hasPassword: boolean | null;
  sealedPassword: string | null;
  pushTokenAt: string | null;
  pushTokenHash: string | null;
  deadAfterMin: number | null;
  enabled: Generated<boolean>;
  remark: string | null;
}

export interface JobTaskTable extends SystemColumns {
  plan: number;
  company: number | null;
  sequence: number;
  callsign: string;
  aircraft: number;
  picName: string | null;
  crewCount: number | null;
  departure: number | null;
  departurePoint: number | null;
  destination: number | null;
  destinationPoint: number | null;
  alternate: number | null;
  etd: string;
  eta: string;
  airspace: number | null;
  geometry: Json<NonNullable<JobTask['geometry']>> | null;
  corridorWidthM: number | null;
  lower: Json<NonNullable<JobTask['lower']>> | null;
  upper: Json<NonNullable<JobTask['upper']>> | null;
  rules: 'V' | 'I' | 'Y' | 'Z' | null;
  route: string | null;
  ssrCode: string | null;
  coverageIds: Generated<number[]>;
}

export interface JobTaskPilotsTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface LoginAttemptTable extends SystemColumns {
  userNameOrEmailAddress: string;
  user: number | null;
  company: number | null;
  result: 'success' | 'invalidUserNameOrPassword' | 'lockedOut' | 'notActive' | 'noRoles' | 'codeAsked' | 'wrongCode';
  attemptedAt: string;
  clientIpAddress: string | null;
  browserInfo: string | null;
}

export interface MeetingTable extends SystemColumns {
  title: string;
  state: Generated<'called' | 'held' | 'review' | 'approved' | 'cancelled'>;
  startTime: string;
  endTime: string;
  place: string | null;
  convenor: number;
  convenorName: string;
  agenda: Json<NonNullable<Meeting['agenda']>> | null;
  reason: string | null;
  startedAt: string | null;
  minutesNumber: number | null;
  remindedAt: string | null;
}

export interface MeetingMinutesTable extends SystemColumns {
  meeting: number;
  number: number;
  state: 'review' | 'approved' | 'refused' | 'withdrawn';
  content: string;
  submittedBy: number | null;
  submittedName: string;
  submittedAt: string;
  decidedAt: string | null;
  approvals: Json<NonNullable<MeetingMinutes['approvals']>> | null;
  reason: string | null;
}

export interface MeetingPeopleTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface MeetingPersonTable extends SystemColumns {
  meeting: number;
  user: number;
  userName: string;
  answer: Generated<'none' | 'yes' | 'no'>;
  answerReason: string | null;
  present: Generated<boolean>;
}

export interface MeetingTaskTable extends SystemColumns {
  meeting: number;
  key: string;
  text: string;
  owner: number;
  ownerName: string;
  due: string;
  state: Generated<'open' | 'done' | 'dropped'>;
  doneAt: string | null;
  doneByName: string | null;
  note: string | null;
  remindedOn: string | null;
}

export interface MessageGatewayTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  kind: Generated<'directory' | 'tcp' | 'http'>;
  address: string;
  direction: Generated<'out' | 'in' | 'both'>;
  isEnabled: boolean | null;
  types: Json<NonNullable<MessageGateway['types']>> | null;
  addressees: Json<NonNullable<MessageGateway['addressees']>> | null;
  originator: string | null;
  lineName: string | null;
  acknowledges: boolean | null;
  acknowledgeWithinS: number | null;
  secretVersion: number | null;
  lastNumber: number | null;
  remark: string | null;
}

export interface MinutesUpdateTable {
  id: Generated<number>;
  meetingId: number;
  bytes: string;
  at: Generated<string>;
}

export interface MissionTypeTable extends SystemColumns {
  code: string;
  name: string;
  nameEn: string;
  nature: string | null;
  isUrgent: boolean | null;
  needsMissionApproval: boolean | null;
  needsArea: boolean | null;
  isTraining: boolean | null;
  insideAerodrome: boolean | null;
  isMedical: boolean | null;
  priority: number | null;
  order: number | null;
  isActive: boolean | null;
}

export interface MonitorAlarmTable extends SystemColumns {
  text: string;
  textEn: string;
  figure: 'silentS' | 'cpuPercent' | 'memoryMb' | 'memoryPercent' | 'eventLoopMs' | 'requests' | 'requestMs' | 'errors' | 'hubConnections' | 'hubMs' | 'hubSuperseded' | 'reports' | 'databaseMs' | 'poolWaiting' | 'diskFreeMb' | 'diskFreePercent' | 'jobsFailed' | 'crashes' | 'samplingMs' | 'connectionsPercent' | 'connections' | 'slowStatements' | 'longestStatementS' | 'databaseMb' | 'replicationLagS' | 'webhooksWaiting' | 'messagesWaiting' | 'messagesFailed' | 'oldestWaitingS' | 'importsWaiting' | 'journalRows' | 'quarantined' | 'backupAgeH' | 'certificateDays';
  threshold: number | null;
  server: string | null;
  level: Generated<'caution' | 'warning'>;
  state: 'raised' | 'acknowledged' | 'cleared';
  value: number;
  limit: number;
  raisedAt: string;
  acknowledgedBy: number | null;
  acknowledgedAt: string | null;
  note: string | null;
  clearedAt: string | null;
}

export interface MonitorThresholdTable extends SystemColumns {
  figure: 'silentS' | 'cpuPercent' | 'memoryMb' | 'memoryPercent' | 'eventLoopMs' | 'requests' | 'requestMs' | 'errors' | 'hubConnections' | 'hubMs' | 'hubSuperseded' | 'reports' | 'databaseMs' | 'poolWaiting' | 'diskFreeMb' | 'diskFreePercent' | 'jobsFailed' | 'crashes' | 'samplingMs' | 'connectionsPercent' | 'connections' | 'slowStatements' | 'longestStatementS' | 'databaseMb' | 'replicationLagS' | 'webhooksWaiting' | 'messagesWaiting' | 'messagesFailed' | 'oldestWaitingS' | 'importsWaiting' | 'journalRows' | 'quarantined' | 'backupAgeH' | 'certificateDays';
  limit: number;
  clearAt: number;
  minutes: Generated<number>;
  level: 'caution' | 'warning' | null;
  enabled: boolean | null;
}

export interface NameLockoutTable {
  nameHash: string;
  failedCount: Generated<number>;
  lockoutEndAt: string | null;
  triedAt: string;
}

export interface NavigationPointTable extends SystemColumns {
  code: string;
  name: string | null;
  nameEn: string | null;
  kind: Generated<'waypoint' | 'vor' | 'ndb' | 'dme' | 'vorDme' | 'reporting' | 'other'>;
  position: Json<NonNullable<NavigationPoint['position']>>;
  frequency: string | null;
  country: string | null;
  source: string | null;
  sourceEn: string | null;
  remark: string | null;
  coverageIds: Generated<number[]>;
}

export interface NotamTable extends SystemColumns {
  number: string | null;
  originator: string | null;
  type: 'N' | 'R' | 'C';
  refers: string | null;
  fir: string;
  qCode: string | null;
  traffic: string | null;
  purpose: string | null;
  scope: string | null;
  locations: Json<NonNullable<Notam['locations']>> | null;
  validFrom: string;
  validTo: string | null;
  isEstimated: boolean | null;
  isPermanent: boolean | null;
  schedule: string | null;
  text: string;
  textZh: string | null;
  lower: Json<NonNullable<Notam['lower']>> | null;
  upper: Json<NonNullable<Notam['upper']>> | null;
  center: Json<NonNullable<Notam['center']>> | null;
  radiusNm: number | null;
  area: Json<NonNullable<Notam['area']>> | null;
  areaFrom: 'text' | 'qLine' | 'hand' | 'none' | null;
  state: Generated<'current' | 'replaced' | 'cancelled'>;
  isChecklist: Generated<boolean>;
  kind: Generated<'notam' | 'snowtam' | 'ashtam'>;
  raw: string | null;
  problems: Json<NonNullable<Notam['problems']>> | null;
  source: number | null;
  issuedAt: string | null;
  receivedAt: string | null;
  replacedBy: number | null;
  isReceived: boolean | null;
  isDemo: boolean | null;
}

export interface NoticeTable extends SystemColumns {
  title: string;
  titleEn: string | null;
  content: string;
  contentEn: string | null;
  level: Generated<1 | 2 | 3 | 4>;
  kind: Generated<'control' | 'stopActivity' | 'aeronautical' | 'general'>;
  startTime: string;
  endTime: string;
  area: Json<NonNullable<Notice['area']>> | null;
  lower: Json<NonNullable<Notice['lower']>> | null;
  upper: Json<NonNullable<Notice['upper']>> | null;
  mustAcknowledge: boolean | null;
  source: string | null;
  sourceEn: string | null;
}

export interface NoticeAcknowledgementTable extends SystemColumns {
  notice: number | null;
  notam: number | null;
  user: number;
  company: number | null;
  acknowledgedAt: string;
}

export interface NoticeAirspacesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface NoticeCompaniesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface NoticeRolesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface NoticeUnitsTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface NotificationRuleTable extends SystemColumns {
  name: string;
  event: Generated<'entersArea' | 'leavesArea' | 'lands' | 'takesOff' | 'planChanges'>;
  areaFrom: 'drawn' | 'airspace' | null;
  geometry: Json<NonNullable<NotificationRule['geometry']>> | null;
  airspace: number | null;
  lower: Json<NonNullable<NotificationRule['lower']>> | null;
  upper: Json<NonNullable<NotificationRule['upper']>> | null;
  airport: number | null;
  flights: Json<NonNullable<NotificationRule['flights']>> | null;
  plan: number | null;
  validFrom: string | null;
  validTo: string | null;
  schedule: Json<NonNullable<NotificationRule['schedule']>> | null;
  againMinutes: Generated<number>;
  isUrgent: boolean | null;
  isActive: boolean | null;
}

export interface NotificationRuleOwnersTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface ObstacleTable extends SystemColumns {
  name: string | null;
  nameEn: string | null;
  code: string | null;
  kind: Generated<'mast' | 'building' | 'chimney' | 'windTurbine' | 'crane' | 'bridge' | 'powerLine' | 'cableway' | 'other'>;
  geometry: Json<NonNullable<Obstacle['geometry']>>;
  heightAglM: number;
  topAmslM: number | null;
  lighted: boolean | null;
  marked: boolean | null;
  source: string | null;
  sourceEn: string | null;
  remark: string | null;
  coverageIds: Generated<number[]>;
}

export interface OperateRecordTable extends SystemColumns {
  recordResource: string;
  recordId: number;
  company: number | null;
  action: string;
  fromState: number | null;
  toState: number | null;
  operatedAt: string;
  operatedBy: number | null;
  operatedByName: string | null;
  unit: string | null;
  channel: string | null;
  reason: Json<NonNullable<OperateRecord['reason']>> | null;
  rule: string | null;
  detail: Json<NonNullable<OperateRecord['detail']>> | null;
}

export interface OrganizationUnitTable extends SystemColumns {
  parent: number | null;
  code: string | null;
  displayName: string;
  displayNameEn: string | null;
  kind: 'region' | 'airTrafficBody' | 'serviceStation' | 'airspaceWatch' | 'coverage' | 'company' | 'department' | null;
  area: Json<NonNullable<OrganizationUnit['area']>> | null;
  contact: string | null;
  phone: string | null;
  remark: string | null;
}

export interface ParameterTable extends SystemColumns {
  key: string;
  group: 'deadline' | 'plan' | 'message' | 'strategic' | 'tactical' | 'tacticalClass' | 'surveillance' | 'airspace' | 'weather' | 'session' | 'map' | 'files' | 'registration' | 'backup' | 'retention' | 'share' | 'monitor' | 'interference' | 'display';
  name: string;
  nameEn: string;
  value: string | null;
  valueType: Generated<'integer' | 'number' | 'boolean' | 'time' | 'string'>;
  unit: string | null;
  defaultValue: string | null;
  help: string | null;
  helpEn: string | null;
  source: string | null;
  sourceEn: string | null;
  order: number | null;
}

export interface PasswordHistoryTable {
  id: Generated<number>;
  userId: number;
  passwordHash: string;
  replacedAt: string;
}

export interface PhoneCodeTable extends SystemColumns {
  phone: string;
  code: string | null;
  codeHash: string;
  delivery: 'gateway' | 'desk';
  state: Generated<'waiting' | 'used' | 'over'>;
  askedAt: string;
  expiresAt: string;
  usedAt: string | null;
  attempts: number | null;
  clientIpAddress: string | null;
}

export interface PilotTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  gender: 'male' | 'female' | null;
  birthDate: string | null;
  nationality: string | null;
  residentId: string | null;
  passportNumber: string | null;
  mobile: string;
  company: number;
  user: number | null;
  licenceNumber: string;
  licenceClass: string;
  licenceExpiry: string | null;
  ratings: Json<NonNullable<Pilot['ratings']>> | null;
  medicalClass: string;
  medicalNumber: string | null;
  medicalExpiry: string;
  englishLevel: 1 | 2 | 3 | 4 | 5 | 6 | null;
  englishExpiry: string | null;
  lastCheckDate: string | null;
  flightHours: number | null;
  baseAirport: number | null;
  status: 'active' | 'leave' | 'suspended' | 'left' | null;
  auditState: 0 | 1 | 2 | 3 | 4 | 5 | null;
  auditOpinion: Json<NonNullable<Pilot['auditOpinion']>> | null;
  remark: string | null;
}

export interface PilotTypeRatingsTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface PlanTable extends SystemColumns {
  planNumber: string | null;
  kind: Generated<'quick' | 'standing' | 'nextDay' | 'sameDay'>;
  urgency: Generated<'normal' | 'transit' | 'rescue' | 'disaster' | 'weatherModification' | 'otherUrgent' | 'especiallyUrgent'>;
  unmanned: boolean | null;
  company: number;
  missionType: number;
  mission: string | null;
  state: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | null;
  restricted: boolean | null;
  restriction: string | null;
  startTime: string | null;
  endTime: string | null;
  departure: number | null;
  departurePoint: number | null;
  destination: number | null;
  destinationPoint: number | null;
  alternate: number | null;
  airspace: number | null;
  geometry: Json<NonNullable<Plan['geometry']>> | null;
  lower: Json<NonNullable<Plan['lower']>> | null;
  upper: Json<NonNullable<Plan['upper']>> | null;
  callsign: string | null;
  picName: string | null;
  crewCount: number | null;
  aircraftCount: number | null;
  ssrCode: string | null;
  communications: string | null;
  weatherMinima: string | null;
  supportNeeds: string | null;
  contact: string | null;
  phone: string | null;
  missionApproval: string | null;
  formation: string | null;
  remarks: string | null;
  realEtd: string | null;
  takeoffAt: string | null;
  realEta: string | null;
  actualNum: number | null;
  flightNum: number | null;
  submittedAt: string | null;
  submittedBy: number | null;
  submitBy: string | null;
  decideBy: string | null;
  decidedAt: string | null;
  releaseSubmittedAt: string | null;
  releaseDecidedAt: string | null;
  reason: Json<NonNullable<Plan['reason']>> | null;
  splitFrom: number | null;
  validFrom: string | null;
  validTo: string | null;
  weekdays: Json<NonNullable<Plan['weekdays']>> | null;
  standingPlan: number | null;
  landedAirport: number | null;
  landedPoint: number | null;
  withinTerm: boolean | null;
  coverageIds: Generated<number[]>;
}

export interface PlanMessageTable extends SystemColumns {
  plan: number | null;
  jobTask: number | null;
  company: number | null;
  direction: 'out' | 'in';
  type: 'FPL' | 'CHG' | 'CNL' | 'DLA' | 'DEP' | 'ARR' | 'RQP' | 'RQS' | 'SPL' | 'ALR' | 'EST' | 'CPL' | 'CDN' | 'ACP' | 'RCF' | 'LAM' | 'ACK' | 'REJ' | 'SVC' | 'OTH';
  text: string;
  envelope: string | null;
  callsign: string | null;
  departure: string | null;
  destination: string | null;
  departurePlace: string | null;
  destinationPlace: string | null;
  departureAirport: number | null;
  destinationAirport: number | null;
  offBlockAt: string | null;
  dof: string | null;
  priority: 'SS' | 'DD' | 'FF' | 'GG' | 'KK' | null;
  addressees: Json<NonNullable<PlanMessage['addressees']>> | null;
  originator: string | null;
  filingTime: string | null;
  gateway: number | null;
  state: 'pending' | 'sent' | 'acknowledged' | 'failed' | 'waiting' | 'applied' | 'ignored';
  attempts: number | null;
  firstTriedAt: string | null;
  nextAttemptAt: string | null;
  sentAt: string | null;
  acknowledgedAt: string | null;
  receivedAt: string | null;
  error: string | null;
  errorEn: string | null;
  reference: string | null;
  fingerprint: string | null;
  coverageIds: Generated<number[]>;
}

export interface PushSubscriptionTable extends SystemColumns {
  user: number;
  device: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface QuarantineTable extends SystemColumns {
  kind: 'trackJournal' | 'trackMinute' | 'record';
  name: string | null;
  source: number | null;
  server: string | null;
  arrivedAt: string | null;
  setAsideAt: string;
  reason: string | null;
  reasonEn: string | null;
  octets: number | null;
  content: string | null;
}

export interface RecordHistoryTable {
  id: Generated<number>;
  resource: string;
  recordId: number;
  version: number;
  action: string;
  at: string;
  by: number | null;
  byName: string | null;
  source: string;
  changes: Json<unknown>;
}

export interface RecoveryCodeTable {
  userId: number;
  codeHash: string;
}

export interface RegistrationTable extends SystemColumns {
  company: number | null;
  user: number | null;
  phone: string | null;
  phoneVerifiedAt: string | null;
  protocolVersion: number | null;
  protocolAcceptedAt: string | null;
  registeredAt: string;
  ticketSeries: Generated<number>;
  ticketExpiresAt: string | null;
  clientIpAddress: string | null;
  proof: string | null;
}

export interface ReminderTable extends SystemColumns {
  user: number;
  content: string;
  contentEn: string;
  opinion: Json<NonNullable<Reminder['opinion']>> | null;
  isRead: 0 | 1 | null;
  isWarning: boolean | null;
  documentResource: string | null;
  documentId: number | null;
  subject: string | null;
  target: string | null;
  place: Json<NonNullable<Reminder['place']>> | null;
  messageType: string | null;
  asks: string | null;
}

export interface ReportProposalTable extends SystemColumns {
  plan: number;
  jobTask: number | null;
  company: number;
  kind: 'takeOff' | 'landing';
  at: string;
  airport: number | null;
  point: number | null;
  icao24: string | null;
  callsign: string | null;
  source: number | null;
  sightingKey: string;
  state: Generated<'open' | 'accepted' | 'dismissed'>;
  reason: string | null;
  decidedBy: number | null;
  decidedAt: string | null;
}

export interface ReportResultTable extends SystemColumns {
  subscription: number;
  user: number;
  name: string;
  nameEn: string | null;
  dueAt: string;
  format: 'xlsx' | 'csv';
  content: Json<NonNullable<ReportResult['content']>>;
}

export interface ReportSubscriptionTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  period: Generated<'day' | 'week' | 'month' | 'quarter' | 'year'>;
  every: Generated<'day' | 'week' | 'month'>;
  weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7 | null;
  monthDay: number | null;
  time: Generated<string>;
  zone: Generated<string>;
  format: Generated<'xlsx' | 'csv'>;
  isActive: boolean | null;
  company: number | null;
  lastDueAt: string | null;
  lastCount: number | null;
}

export interface ReportSubscriptionAircraftTypesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface ReportSubscriptionAirportsTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface ReportSubscriptionCompaniesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface ReportSubscriptionMissionTypesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface ReportSubscriptionRolesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface ReportSubscriptionUsersTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface RoleTable extends SystemColumns {
  name: string;
  displayName: string;
  displayNameEn: string | null;
  description: string | null;
  descriptionEn: string | null;
  permissions: Json<NonNullable<Role['permissions']>> | null;
  isStatic: boolean | null;
  isDefault: boolean | null;
  requireSecondFactor: boolean | null;
  recordRules: Json<NonNullable<Role['recordRules']>> | null;
}

export interface SavedViewTable extends SystemColumns {
  resource: string;
  name: string;
  owner: number;
  audience: Generated<'private' | 'role' | 'everyone'>;
  role: number | null;
  isDefault: boolean | null;
  query: string | null;
  layout: Json<NonNullable<SavedView['layout']>> | null;
}

export interface SchemaOverlayTable extends SystemColumns {
  resource: string;
  kind: 'fields' | 'type';
  state: Generated<'draft' | 'published' | 'withdrawn'>;
  number: Generated<number>;
  definition: Json<NonNullable<SchemaOverlay['definition']>>;
  published: Json<NonNullable<SchemaOverlay['published']>> | null;
  known: Json<NonNullable<SchemaOverlay['known']>> | null;
  publishedAt: string | null;
  publishedBy: number | null;
}

export interface SecondFactorTable {
  userId: number;
  secret: string | null;
  pending: string | null;
  pendingAt: string | null;
  lastStep: Generated<number>;
}

export interface SessionTable extends SystemColumns {
  key: string;
  user: number;
  company: number | null;
  startedAt: string;
  lastSeenAt: string | null;
  expiresAt: string;
  endedAt: string | null;
  endReason: 'signOut' | 'elsewhere' | 'administrator' | 'password' | 'idle' | 'age' | null;
  remembered: boolean | null;
  isDisplay: boolean | null;
  deviceName: string | null;
  clientIpAddress: string | null;
  browserInfo: string | null;
}

export interface ShareLinkTable extends SystemColumns {
  title: string;
  kind: 'plan' | 'airspace' | 'track';
  plan: number | null;
  airspace: number | null;
  track: string | null;
  trackFrom: string | null;
  trackTo: string | null;
  purpose: string | null;
  tokenHash: string;
  expiresAt: string;
  withdrawnAt: string | null;
  withdrawnBy: number | null;
  openings: number | null;
  lastOpenedAt: string | null;
}

export interface ShareLinkOwnersTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface ShareOpeningTable extends SystemColumns {
  link: number;
  openedAt: string;
  clientIpAddress: string | null;
  browserInfo: string | null;
}

export interface ShareOpeningOwnersTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface StaticPageTable extends SystemColumns {
  code: string;
  title: string;
  titleEn: string | null;
  content: string;
  contentEn: string | null;
  isPublic: boolean | null;
}

export interface SurveillanceSourceTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  type: Generated<'Cat21' | 'Cat48' | 'Cat34' | 'Cat62' | 'Cat65' | 'Cat01' | 'Cat02' | 'Cat04' | 'Cat08' | 'Cat10' | 'Cat11' | 'Cat19' | 'Cat20' | 'Cat23' | 'Cat25' | 'Cat63' | 'Cat240' | 'Cat247' | 'beast' | 'avr' | 'sbs' | 'flarm' | 'remoteId' | 'jt808' | 'json' | 'adsbJson'>;
  edition: '2.x' | '2.1' | '0.26' | '0.23' | '0.17' | '1.x' | null;
  mapping: string | null;
  transport: Generated<'udpUnicast' | 'udpMulticast' | 'tcpClient' | 'tcpServer' | 'mqtt' | 'httpPoll' | 'httpPush' | 'replay'>;
  host: string | null;
  port: number | null;
  senders: string | null;
  multicastGroup: string | null;
  multicastInterface: string | null;
  remoteHost: string | null;
  url: string | null;
  topics: Json<NonNullable<SurveillanceSource['topics']>> | null;
  qos: number | null;
  userName: string | null;
  hasPassword: boolean | null;
  sealedPassword: string | null;
  aprsFilter: string | null;
  terminals: Json<NonNullable<SurveillanceSource['terminals']>> | null;
  terminalSignIn: boolean | null;
  intervalS: number | null;
  timeoutS: number | null;
  maxClients: number | null;
  maxClientsPerAddress: number | null;
  pushTokenAt: string | null;
  pushTokenHash: string | null;
  file: string | null;
  speed: number | null;
  loop: boolean | null;
  sac: number | null;
  sic: number | null;
  position: Json<NonNullable<SurveillanceSource['position']>> | null;
  elevation: Json<NonNullable<SurveillanceSource['elevation']>> | null;
  rangeDeviationM: number | null;
  azimuthDeviationDeg: number | null;
  sites: Json<NonNullable<SurveillanceSource['sites']>> | null;
  rangeKm: number | null;
  coverage: Json<NonNullable<SurveillanceSource['coverage']>> | null;
  accuracyM: number | null;
  deadAfterS: number | null;
  recordRaw: boolean | null;
  enabled: boolean | null;
  status: Json<NonNullable<SurveillanceSource['status']>> | null;
  loadingVersion: number | null;
  remark: string | null;
}

export interface TakeoffLandingPointTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  code: string | null;
  kind: Generated<'airstrip' | 'helipad' | 'rooftop' | 'water' | 'field'>;
  position: Json<NonNullable<TakeoffLandingPoint['position']>>;
  elevation: Json<NonNullable<TakeoffLandingPoint['elevation']>> | null;
  lengthM: number | null;
  widthM: number | null;
  headingTrue: number | null;
  surface: string | null;
  obstacles: string | null;
  company: number | null;
  owner: string | null;
  contact: string | null;
  phone: string | null;
  validFrom: string | null;
  validTo: string | null;
  state: 0 | 1 | 2 | null;
  acceptState: '-1' | '0' | '1' | '2' | '3' | null;
  auditState: 0 | 1 | 2 | 3 | 4 | 5 | null;
  auditOpinion: Json<NonNullable<TakeoffLandingPoint['auditOpinion']>> | null;
  remark: string | null;
  coverageIds: Generated<number[]>;
}

export interface TemporaryRouteTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  code: string | null;
  departureAirport: number | null;
  arrivalAirport: number | null;
  route: string | null;
  geometry: Json<NonNullable<TemporaryRoute['geometry']>>;
  lengthKm: number | null;
  widthM: number | null;
  lower: Json<NonNullable<TemporaryRoute['lower']>>;
  upper: Json<NonNullable<TemporaryRoute['upper']>>;
  missionType: number | null;
  company: number | null;
  validFrom: string | null;
  validTo: string | null;
  state: 0 | 1 | 2 | null;
  acceptState: '-1' | '0' | '1' | '2' | '3' | null;
  auditState: 0 | 1 | 2 | 3 | 4 | 5 | null;
  auditOpinion: Json<NonNullable<TemporaryRoute['auditOpinion']>> | null;
  remark: string | null;
  coverageIds: Generated<number[]>;
}

export interface TrackCorrelationTable extends SystemColumns {
  track: string;
  icao24: string | null;
  callsign: string | null;
  kind: 'join' | 'cut';
  plan: number;
  company: number;
  setBy: number | null;
  setAt: string;
  endedAt: string | null;
}

export interface UpdateLogTable extends SystemColumns {
  release: string;
  date: string;
  text: string;
  textEn: string | null;
}

export interface UserTable extends SystemColumns {
  userName: string;
  name: string;
  nameEn: string | null;
  surname: string | null;
  emailAddress: string | null;
  phoneNumber: string | null;
  company: number | null;
  bussinessName: string | null;
  isActive: boolean | null;
  omGroup: string | null;
  atGroup: string | null;
  tags: Json<NonNullable<User['tags']>> | null;
  longitude: number | null;
  latitude: number | null;
  operateType: string | null;
  userOthers: Json<NonNullable<User['userOthers']>> | null;
  language: 'zh-Hans' | 'en' | null;
  passwordHash: string | null;
  passwordChangedAt: string | null;
  mustChangePassword: boolean | null;
  invitationHash: string | null;
  invitationExpiresAt: string | null;
  invitationUsedAt: string | null;
  secondFactorAt: string | null;
  accessFailedCount: number | null;
  lockoutEndAt: string | null;
  lastLoginAt: string | null;
  authProtocolAcceptedAt: string | null;
}

export interface UserCoverageTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface UserCoverageId3sTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface UserOrganizationUnitsTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface UserPreferenceTable extends SystemColumns {
  user: number;
  key: string;
  content: Json<NonNullable<UserPreference['content']>>;
}

export interface UserRolesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface UserServedCompaniesTable {
  ownerId: number;
  targetId: number;
  position: number;
}

export interface WatchDutyTable extends SystemColumns {
  position: number;
  company: number | null;
  user: number;
  userName: string;
  since: string;
  until: string | null;
  ended: 'signOff' | 'handover' | 'session' | null;
}

export interface WatchHandoverTable extends SystemColumns {
  position: number;
  company: number | null;
  state: 'offered' | 'taken' | 'withdrawn';
  fromUser: number;
  fromName: string;
  offeredAt: string;
  toUser: number | null;
  toName: string | null;
  takenAt: string | null;
  remarks: string | null;
  alerts: Json<NonNullable<WatchHandover['alerts']>> | null;
  flights: Json<NonNullable<WatchHandover['flights']>> | null;
  notices: Json<NonNullable<WatchHandover['notices']>> | null;
  orders: Json<NonNullable<WatchHandover['orders']>> | null;
}

export interface WatchLogEntryTable extends SystemColumns {
  at: string;
  position: number | null;
  company: number | null;
  kind: 'signOn' | 'signOff' | 'handover' | 'alertRaised' | 'alertAcknowledged' | 'alertMuted' | 'alertConfirmed' | 'alertNuisance' | 'alertFalse' | 'airspaceOpened' | 'airspaceClosed' | 'takeOff' | 'landing' | 'feedLost' | 'feedBack' | 'interferenceBegan' | 'interferenceEnded' | 'serverRestarted' | 'note' | 'correction';
  level: 'advisory' | 'caution' | 'warning' | null;
  text: Json<NonNullable<WatchLogEntry['text']>>;
  byName: string | null;
  corrects: number | null;
  aboutResource: string | null;
  aboutId: number | null;
}

export interface WatchPositionTable extends SystemColumns {
  name: string;
  nameEn: string | null;
  kind: Generated<'tower' | 'watch' | 'approach' | 'information' | 'supervisor'>;
  company: number | null;
  frequencyMhz: number | null;
  phone: string | null;
  remark: string | null;
}

export interface WeatherReportTable extends SystemColumns {
  kind: 'METAR' | 'SPECI' | 'TAF' | 'SIGMET' | 'AIRMET' | 'GAMET' | 'volcanicAsh' | 'tropicalCyclone' | 'windsAloft';
  station: string;
  airport: number | null;
  issuedAt: string;
  validFrom: string;
  validTo: string | null;
  state: Generated<'current' | 'superseded' | 'cancelled'>;
  amendment: Generated<'none' | 'AMD' | 'COR' | 'CNL'>;
  raw: string;
  decoded: string | null;
  phenomenon: string | null;
  area: Json<NonNullable<WeatherReport['area']>> | null;
  lower: Json<NonNullable<WeatherReport['lower']>> | null;
  upper: Json<NonNullable<WeatherReport['upper']>> | null;
  sequence: string | null;
  source: number | null;
  receivedAt: string | null;
  heading: string | null;
  isDemo: boolean | null;
}

export interface WebhookTable extends SystemColumns {
  name: string;
  url: string;
  resources: Json<NonNullable<Webhook['resources']>>;
  events: Generated<Json<NonNullable<Webhook['events']>>>;
  isActive: boolean | null;
  remark: string | null;
  company: number | null;
  addressBy: number | null;
  secretVersion: number | null;
}

export interface WebhookDeliveryTable extends SystemColumns {
  key: string;
  webhook: number;
  event: 'create' | 'update' | 'delete' | 'restore' | 'alertRaised' | 'alertAcknowledged' | 'alertCleared' | 'ping';
  resource: string | null;
  recordId: number | null;
  occurredAt: string;
  actor: number | null;
  status: Generated<'pending' | 'sending' | 'delivered' | 'skipped' | 'dead'>;
  attempts: Generated<number>;
  firstTriedAt: string | null;
  nextAt: string | null;
  deliveredAt: string | null;
  answerCode: number | null;
  durationMs: number | null;
  error: Json<NonNullable<WebhookDelivery['error']>> | null;
  payload: Json<NonNullable<WebhookDelivery['payload']>> | null;
}

export interface WhatIfTable extends SystemColumns {
  title: string;
  from: string;
  to: string;
  parts: Json<NonNullable<WhatIf['parts']>>;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'applied'>;
  plansDiffer: number | null;
  approvalsDiffer: number | null;
  alertsDiffer: number | null;
  finishedAt: string | null;
  failure: string | null;
  appliedAt: string | null;
  appliedBy: number | null;
  appliedReason: string | null;
}

/** Every table that follows from the schemas, and those of accounts and the history. */
export interface RecordTables {
  aircraft: AircraftTable;
  aircraftType: AircraftTypeTable;
  airport: AirportTable;
  airspace: AirspaceTable;
  airspaceEvent: AirspaceEventTable;
  airspaceTemplate: AirspaceTemplateTable;
  airspaceVersion: AirspaceVersionTable;
  airway: AirwayTable;
  apiToken: ApiTokenTable;
  approval: ApprovalTable;
  articleWords: ArticleWordsTable;
  attachment: AttachmentTable;
  bindCode: BindCodeTable;
  briefing: BriefingTable;
  channelDelivery: ChannelDeliveryTable;
  channelSetting: ChannelSettingTable;
  chatBlock: ChatBlockTable;
  chatCursor: ChatCursorTable;
  chatEntry: ChatEntryTable;
  chatMember: ChatMemberTable;
  chatMessage: ChatMessageTable;
  chatReceiver: ChatReceiverTable;
  chatRoom: ChatRoomTable;
  company: CompanyTable;
  configurationTransfer: ConfigurationTransferTable;
  dashboard: DashboardTable;
  dashboardCompanies: DashboardCompaniesTable;
  dashboardRoles: DashboardRolesTable;
  dashboardUnits: DashboardUnitsTable;
  detour: DetourTable;
  dictionary: DictionaryTable;
  dictionaryItem: DictionaryItemTable;
  documentArticle: DocumentArticleTable;
  encounter: EncounterTable;
  encounterAreas: EncounterAreasTable;
  encounterCompanies: EncounterCompaniesTable;
  encounterPlans: EncounterPlansTable;
  errorLog: ErrorLogTable;
  feedback: FeedbackTable;
  flightOrder: FlightOrderTable;
  flightStatus: FlightStatusTable;
  flowConfig: FlowConfigTable;
  flowInstance: FlowInstanceTable;
  flowVersion: FlowVersionTable;
  governmentDocument: GovernmentDocumentTable;
  holiday: HolidayTable;
  importJob: ImportJobTable;
  informationMessage: InformationMessageTable;
  informationSource: InformationSourceTable;
  jobTask: JobTaskTable;
  jobTaskPilots: JobTaskPilotsTable;
  loginAttempt: LoginAttemptTable;
  meeting: MeetingTable;
  meetingMinutes: MeetingMinutesTable;
  meetingPeople: MeetingPeopleTable;
  meetingPerson: MeetingPersonTable;
  meetingTask: MeetingTaskTable;
  messageGateway: MessageGatewayTable;
  minutesUpdate: MinutesUpdateTable;
  missionType: MissionTypeTable;
  monitorAlarm: MonitorAlarmTable;
  monitorThreshold: MonitorThresholdTable;
  nameLockout: NameLockoutTable;
  navigationPoint: NavigationPointTable;
  notam: NotamTable;
  notice: NoticeTable;
  noticeAcknowledgement: NoticeAcknowledgementTable;
  noticeAirspaces: NoticeAirspacesTable;
  noticeCompanies: NoticeCompaniesTable;
  noticeRoles: NoticeRolesTable;
  noticeUnits: NoticeUnitsTable;
  notificationRule: NotificationRuleTable;
  notificationRuleOwners: NotificationRuleOwnersTable;
  obstacle: ObstacleTable;
  operateRecord: OperateRecordTable;
  organizationUnit: OrganizationUnitTable;
  parameter: ParameterTable;
  passwordHistory: PasswordHistoryTable;
  phoneCode: PhoneCodeTable;
  pilot: PilotTable;
  pilotTypeRatings: PilotTypeRatingsTable;
  plan: PlanTable;
  planMessage: PlanMessageTable;
  pushSubscription: PushSubscriptionTable;
  quarantine: QuarantineTable;
  recordHistory: RecordHistoryTable;
  recoveryCode: RecoveryCodeTable;
  registration: RegistrationTable;
  reminder: ReminderTable;
  reportProposal: ReportProposalTable;
  reportResult: ReportResultTable;
  reportSubscription: ReportSubscriptionTable;
  reportSubscriptionAircraftTypes: ReportSubscriptionAircraftTypesTable;
  reportSubscriptionAirports: ReportSubscriptionAirportsTable;
  reportSubscriptionCompanies: ReportSubscriptionCompaniesTable;
  reportSubscriptionMissionTypes: ReportSubscriptionMissionTypesTable;
  reportSubscriptionRoles: ReportSubscriptionRolesTable;
  reportSubscriptionUsers: ReportSubscriptionUsersTable;
  role: RoleTable;
  savedView: SavedViewTable;
  schemaOverlay: SchemaOverlayTable;
  secondFactor: SecondFactorTable;
  session: SessionTable;
  shareLink: ShareLinkTable;
  shareLinkOwners: ShareLinkOwnersTable;
  shareOpening: ShareOpeningTable;
  shareOpeningOwners: ShareOpeningOwnersTable;
  staticPage: StaticPageTable;
  surveillanceSource: SurveillanceSourceTable;
  takeoffLandingPoint: TakeoffLandingPointTable;
  temporaryRoute: TemporaryRouteTable;
  trackCorrelation: TrackCorrelationTable;
  updateLog: UpdateLogTable;
  user: UserTable;
  userCoverage: UserCoverageTable;
  userCoverageId3s: UserCoverageId3sTable;
  userOrganizationUnits: UserOrganizationUnitsTable;
  userPreference: UserPreferenceTable;
  userRoles: UserRolesTable;
  userServedCompanies: UserServedCompaniesTable;
  watchDuty: WatchDutyTable;
  watchHandover: WatchHandoverTable;
  watchLogEntry: WatchLogEntryTable;
  watchPosition: WatchPositionTable;
  weatherReport: WeatherReportTable;
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
  whatIf: WhatIfTable;
}
