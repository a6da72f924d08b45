import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { SignalRMetrics } from '#server/signalr/settings.ts';

/** What the hubs count, for Prometheus. */
export function hubMetrics(registry: Registry): SignalRMetrics {
  const registers = [registry];
  const open = new Gauge({
    name: 'hub_connections',
    help: 'Open hub connections',
    labelNames: ['hub'],
    registers,
  });
  const ended = new Counter({
    name: 'hub_connections_ended_total',
    help: 'Hub connections that ended, by reason',
    labelNames: ['hub', 'reason'],
    registers,
  });
  const bytes = new Counter({
    name: 'hub_bytes_total',
    help: 'Bytes of hub messages',
    labelNames: ['hub', 'direction'],
    registers,
  });
  const superseded = new Counter({
    name: 'hub_superseded_total',
    help: 'Values replaced by a newer one before a slow client could take them',
    labelNames: ['hub'],
    registers,
  });
  const calls = new Histogram({
    name: 'hub_invocation_duration_seconds',
    help: 'Time to answer a hub call',
    labelNames: ['hub', 'method', 'outcome'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers,
  });
  return {
    opened: (hub) => open.inc({ hub }),
    ended(hub, reason) {
      open.dec({ hub });
      ended.inc({ hub, reason });
    },
    received: (hub, size) => bytes.inc({ hub, direction: 'in' }, size),
    sent: (hub, size) => bytes.inc({ hub, direction: 'out' }, size),
    invoked: (hub, method, outcome, durationMs) => calls.observe({ hub, method, outcome }, durationMs / 1000),
    superseded: (hub) => superseded.inc({ hub }),
  };
}
