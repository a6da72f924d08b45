/** What a figure is counted in. */
export type FigureUnit = 'percent' | 'MB' | 'ms' | 's' | 'h' | 'd' | 'perMinute' | 'perSecond' | 'count';

export interface Figure {
  key: string;
  unit: FigureUnit;
  /** Of each server, or of the installation as a whole (database, queues, backups). */
  of: 'server' | 'installation';
  /** On which side of a limit it is bad. */
  bad: 'above' | 'below';
  /** In the Prometheus registry under this name, where nothing else there says it. */
  metric?: string;
}

const figure = (
  key: string,
  of: Figure['of'],
  unit: FigureUnit,
  metric?: string,
  bad: Figure['bad'] = 'above',
): Figure => ({ key, of, unit, bad, ...(metric ? { metric } : {}) });

/** Every figure that is sampled once a minute, in the order in which a screen shows them. */
export const figures = [
  figure('silentS', 'server', 's'),
  figure('cpuPercent', 'server', 'percent'),
  figure('memoryMb', 'server', 'MB'),
  figure('memoryPercent', 'server', 'percent', 'clearway_memory_budget_percent'),
  figure('eventLoopMs', 'server', 'ms', 'clearway_event_loop_delay_p99_milliseconds'),
  figure('requests', 'server', 'perMinute'),
  figure('requestMs', 'server', 'ms', 'clearway_request_duration_p95_milliseconds'),
  figure('errors', 'server', 'perMinute', 'clearway_request_errors_per_minute'),
  figure('hubConnections', 'server', 'count'),
  figure('hubMs', 'server', 'ms', 'clearway_hub_invocation_p95_milliseconds'),
  figure('hubSuperseded', 'server', 'perMinute'),
  figure('reports', 'server', 'perSecond', 'clearway_surveillance_reports_per_second'),
  figure('databaseMs', 'server', 'ms', 'clearway_database_round_trip_milliseconds'),
  figure('poolWaiting', 'server', 'count', 'clearway_database_pool_waiting'),
  figure('diskFreeMb', 'server', 'MB', 'clearway_disk_free_megabytes', 'below'),
  figure('diskFreePercent', 'server', 'percent', 'clearway_disk_free_percent', 'below'),
  figure('jobsFailed', 'server', 'count', 'clearway_jobs_failed'),
  figure('crashes', 'server', 'count', 'clearway_crashes_within_a_day'),
  figure('samplingMs', 'server', 'ms', 'clearway_sampling_milliseconds'),
  figure('connectionsPercent', 'installation', 'percent', 'clearway_database_connections_percent'),
  figure('connections', 'installation', 'count', 'clearway_database_connections'),
  figure('slowStatements', 'installation', 'count', 'clearway_database_slow_statements'),
  figure('longestStatementS', 'installation', 's', 'clearway_database_longest_statement_seconds'),
  figure('databaseMb', 'installation', 'MB', 'clearway_database_size_megabytes'),
  figure('replicationLagS', 'installation', 's', 'clearway_database_replication_lag_seconds'),
  figure('webhooksWaiting', 'installation', 'count', 'clearway_webhooks_waiting'),
  figure('messagesWaiting', 'installation', 'count', 'clearway_messages_waiting'),
  figure('messagesFailed', 'installation', 'count', 'clearway_messages_failed'),
  figure('oldestWaitingS', 'installation', 's', 'clearway_queue_oldest_seconds'),
  figure('importsWaiting', 'installation', 'count', 'clearway_imports_waiting'),
  figure('journalRows', 'installation', 'count', 'clearway_track_journal_rows'),
  figure('quarantined', 'installation', 'count', 'clearway_quarantined_records'),
  figure('backupAgeH', 'installation', 'h', 'clearway_backup_age_hours'),
  figure('certificateDays', 'installation', 'd', 'clearway_certificate_days', 'below'),
] as const satisfies readonly Figure[];

export type FigureKey = (typeof figures)[number]['key'];

/** A sample: the figures that could be had at that moment. */
export type Sample = Partial<Record<FigureKey, number>>;

export const figureKeys: readonly string[] = figures.map(({ key }) => key);

export function figureOf(key: string): Figure | null {
  return figures.find((one) => one.key === key) ?? null;
}

/** The server by which figures of the whole installation are stored. */
export const installation = '';
