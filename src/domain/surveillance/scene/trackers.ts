import { eastOf, northOf, type Plane } from '#domain/surveillance/track/plane.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { createTrackTable, type TrackTable } from '#domain/surveillance/track/track-table.ts';
import type { Judged, Shown } from './judge.ts';

/** Our own tracks, as `judge` wants them. */
export function judgedTable(plane: Plane, table: TrackTable = createTrackTable()): Judged {
  return {
    take: (report, sourceId, nowMs) => void table.apply(report, sourceId, nowMs),
    show(nowMs) {
      table.sweep(nowMs);
      const shown: Shown[] = [];
      for (const track of table.tracks()) {
        const lastX = eastOf(plane, track.longitude);
        const lastY = northOf(plane, track.latitude);
        // A coasting track is where it should be now already; its last position is not judged again.
        const elapsedS = track.isCoasting ? 0 : (nowMs - track.at) / 1000;
        const course = ((track.trackDeg ?? 0) * Math.PI) / 180;
        const speed = track.groundSpeedMps ?? 0;
        shown.push({
          id: track.id,
          x: lastX + elapsedS * speed * Math.sin(course),
          y: lastY + elapsedS * speed * Math.cos(course),
          at: track.isCoasting ? nowMs : track.at,
          lastX,
          lastY,
        });
      }
      return shown;
    },
  };
}

interface Plain {
  id: string;
  x: number;
  y: number;
  vx: number;
  vy: number;
  at: number;
}

const alpha = 0.5;
const beta = 0.2;
const gateM = 1_000;
const dropAfterMs = 20_000;

/** What there was before: each position goes to the nearest track, which an alpha-beta filter smooths. For comparison. */
export function nearestNeighbour(plane: Plane): Judged {
  const tracks = new Set<Plain>();
  let numbers = 0;
  function take(report: Report): void {
    const x = eastOf(plane, report.longitude);
    const y = northOf(plane, report.latitude);
    let nearest: Plain | undefined;
    let leastM = gateM;
    for (const track of tracks) {
      const elapsedS = (report.at - track.at) / 1000;
      const distance = Math.hypot(x - track.x - track.vx * elapsedS, y - track.y - track.vy * elapsedS);
      if (distance >= leastM) continue;
      leastM = distance;
      nearest = track;
    }
    if (nearest === undefined) {
      tracks.add({ id: String(++numbers), x, y, vx: 0, vy: 0, at: report.at });
      return;
    }
    const elapsedS = (report.at - nearest.at) / 1000;
    if (elapsedS <= 0) return;
    const dx = x - nearest.x - nearest.vx * elapsedS;
    const dy = y - nearest.y - nearest.vy * elapsedS;
    nearest.x += nearest.vx * elapsedS + alpha * dx;
    nearest.y += nearest.vy * elapsedS + alpha * dy;
    nearest.vx += (beta * dx) / Math.max(0.5, elapsedS);
    nearest.vy += (beta * dy) / Math.max(0.5, elapsedS);
    nearest.at = report.at;
  }
  return {
    take,
    show(nowMs) {
      const shown: Shown[] = [];
      for (const track of tracks) {
        const elapsedS = (nowMs - track.at) / 1000;
        if (elapsedS * 1000 > dropAfterMs) {
          tracks.delete(track);
          continue;
        }
        const { id, at } = track;
        const x = track.x + track.vx * elapsedS;
        shown.push({ id, x, y: track.y + track.vy * elapsedS, at, lastX: track.x, lastY: track.y });
      }
      return shown;
    },
  };
}
