import type { MonitorThreshold } from '#domain/record/records.gen.ts';

type Row = [
  figure: MonitorThreshold['figure'],
  limit: number,
  clearAt: number,
  minutes: number,
  level: 'caution' | 'warning',
];

/** What an installation begins with; an administrator changes them. */
const rows: Row[] = [
  ['silentS', 180, 90, 1, 'warning'],
  ['cpuPercent', 90, 75, 10, 'caution'],
  ['eventLoopMs', 500, 200, 3, 'caution'],
  ['requestMs', 2000, 1000, 5, 'caution'],
  ['errors', 10, 2, 3, 'warning'],
  ['hubMs', 1000, 500, 5, 'caution'],
  ['databaseMs', 500, 200, 3, 'warning'],
  ['diskFreePercent', 10, 15, 3, 'warning'],
  ['jobsFailed', 0, 0, 2, 'caution'],
  ['memoryPercent', 100, 85, 1, 'warning'],
  ['crashes', 0, 0, 1, 'warning'],
  ['connectionsPercent', 80, 70, 5, 'warning'],
  ['slowStatements', 0, 0, 3, 'caution'],
  ['replicationLagS', 60, 20, 3, 'warning'],
  ['oldestWaitingS', 3600, 600, 5, 'caution'],
  // Each server writes a row a second and removes it within two minutes.
  ['journalRows', 1000, 300, 5, 'warning'],
  ['quarantined', 0, 0, 1, 'caution'],
  ['backupAgeH', 48, 36, 1, 'warning'],
  ['certificateDays', 21, 25, 1, 'warning'],
];

export const monitorThresholds: MonitorThreshold[] = rows.map(([figure, limit, clearAt, minutes, level]) => ({
  figure,
  limit,
  clearAt,
  minutes,
  level,
  enabled: true,
}));
