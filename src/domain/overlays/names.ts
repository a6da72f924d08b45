import { coverageField } from '#domain/identity/access.ts';
import { isLinkList, type Resource, systemFields } from '#domain/record/resource.ts';

/** Names become columns and come back: small letters and digits, each further word with one capital. */
const camel = /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)*[A-Z]?$/;

/** PostgreSQL's names have 63 bytes; a table's name is part of the names of its indexes. */
export const longestName = 40;

export function isSoundName(name: string): boolean {
  return name.length <= longestName && camel.test(name);
}

/** Names that mean something else in a record or in a list's address. */
const reserved = new Set<string>([...systemFields, coverageField, 'q', 'filter', 'actions']);

/** Columns that every table of PostgreSQL has by itself. */
const systemColumns = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/** Every object of JavaScript answers to these. */
const inEveryObject = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** `aside…` is what an administrator of the database names a column that is set aside. */
export function isReservedField(name: string): boolean {
  return reserved.has(name) || systemColumns.has(name) || inEveryObject.has(name) || /^aside[A-Z]/.test(name);
}

/** Indexes and sequences share their names with tables: these are their last words (server/db/table-model.ts). */
const lastWords =
  /(?:^l|L)ive$|(?:^t|T)rash$|(?:^i|I)ndex$|(?:^u|U)nique$|(?:^s|S)earch$|(?:^p|P)key$|(?:^s|S)eq$/;

/** Whether the table of records or of links that ends in this name could meet an index. */
export function endsAsIndex(name: string): boolean {
  return lastWords.test(name);
}

/** PostgreSQL's own tables are found before ours. */
export function isReservedType(name: string): boolean {
  return inEveryObject.has(name) || endsAsIndex(name) || /^pg[A-Z]/.test(name);
}

/** Tables of the product that are no record types. */
const ownTables = [
  'recordHistory',
  'schemaMigration',
  'passwordHistory',
  'secondFactor',
  'recoveryCode',
  'nameLockout',
  'articleWords',
  'chatRoom',
  'chatMember',
  'chatCursor',
  'chatEntry',
  'chatMessage',
  'chatReceiver',
  'chatBlock',
  'conflictChange',
  'trackMinute',
  'trackDensity',
  'trackJournal',
  'feedJournal',
  'importedAlert',
  'minutesUpdate',
  'statisticsMark',
  'statisticsState',
  'planSum',
  'planHeat',
  'workSum',
  'trackHeat',
  'flightTrack',
  'trackFlight',
  'trackLog',
  'movementSum',
  'monitorSample',
  'monitorServer',
  'coverageCell',
  'equipmentSlot',
  'equipmentTerminal',
  'equipmentCounter',
  'interferenceAircraft',
  'interferenceCell',
  'interferenceState',
  'whatIfRun',
  'radarImage',
  'lightningStroke',
  'lightningHeard',
  'encounterTrack',
];

/** As `objectName` of the server makes it for sound names. */
function tableOf(...parts: string[]): string {
  return parts.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join('_');
}

/** Every table that these record types have, link tables too. */
export function tablesOf(resources: readonly Resource[]): Set<string> {
  const names = new Set(ownTables.map((name) => tableOf(name)));
  for (const { name, schema } of resources) {
    names.add(tableOf(name));
    for (const [field, own] of Object.entries(schema.properties)) {
      if (isLinkList(own)) names.add(tableOf(name, field));
    }
  }
  return names;
}

/** Whether a table of this record type, or the link table of this field, would meet another's. */
export function meetsTable(tables: ReadonlySet<string>, ...parts: string[]): boolean {
  return tables.has(tableOf(...parts));
}

/** `droneFlight` → `drone-flight.json`, as the files of schemas/ are named. */
export function fileNameOf(resource: string): string {
  return `${tableOf(resource).replaceAll('_', '-')}.json`;
}

/** `droneFlight` → `DroneFlight`. */
export function titleOf(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1);
}
