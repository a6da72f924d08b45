import type { MapColours } from '#web/map/map-colours.ts';
import type { PointSymbol } from './map-feature.ts';

/** Half the size of a symbol, in pixels. */
export const symbolRadiusPx: Record<PointSymbol, number> = {
  civil: 8,
  general: 7,
  heliport: 7,
  military: 8,
  landingPoint: 6,
  place: 4,
  name: 0,
  threshold: 3,
  waypoint: 4,
  obstacle: 6,
  obstacleLit: 8,
  station: 11,
};

/** Draws a point's symbol. Kinds differ by shape, so that colour is never the only sign. */
export function drawSymbol(
  context: CanvasRenderingContext2D,
  symbol: PointSymbol,
  px: number,
  py: number,
  colour: string,
  colours: MapColours,
  runwayDeg = 45,
): void {
  context.save();
  context.translate(px, py);
  context.fillStyle = colours.land;
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.beginPath();
  switch (symbol) {
    case 'civil':
      // A filled disc with its runway.
      context.arc(0, 0, 6, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
      context.strokeStyle = colours.land;
      context.lineWidth = 2;
      runway(context, 4.2, runwayDeg);
      break;
    case 'general':
      // A hollow circle with its runway.
      context.arc(0, 0, 5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
      runway(context, 3.5, runwayDeg);
      break;
    case 'heliport':
      context.rect(-5.5, -5.5, 11, 11);
      context.fill();
      context.stroke();
      context.lineWidth = 1.4;
      line(context, -2, -3, -2, 3);
      line(context, 2, -3, 2, 3);
      line(context, -2, 0, 2, 0);
      break;
    case 'military':
      context.moveTo(0, -7);
      context.lineTo(7, 0);
      context.lineTo(0, 7);
      context.lineTo(-7, 0);
      context.closePath();
      context.fill();
      context.stroke();
      runway(context, 4.2, runwayDeg);
      break;
    case 'landingPoint':
      context.moveTo(0, -5.5);
      context.lineTo(5.5, 4.5);
      context.lineTo(-5.5, 4.5);
      context.closePath();
      context.fill();
      context.stroke();
      break;
    case 'waypoint':
      context.rect(-2.5, -2.5, 5, 5);
      context.fill();
      context.stroke();
      break;
    case 'obstacle':
    case 'obstacleLit':
      // As on a chart: a peak with its foot, rays where it is lit.
      context.moveTo(-4, 5);
      context.lineTo(0, -5);
      context.lineTo(4, 5);
      context.stroke();
      context.beginPath();
      context.arc(0, 5, 1.4, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
      if (symbol === 'obstacle') break;
      context.lineWidth = 1.2;
      line(context, 0, -7, 0, -10);
      line(context, -2.5, -6.5, -5, -9);
      line(context, 2.5, -6.5, 5, -9);
      break;
    case 'station':
    case 'name':
    case 'threshold':
      // Nothing but the word; a station is painted by station-symbol.ts.
      break;
    case 'place':
      context.arc(0, 0, 1.8, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
      break;
  }
  context.restore();
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** A line through the middle at a true bearing, north up. */
function runway(context: CanvasRenderingContext2D, halfPx: number, bearingDeg: number): void {
  const angle = (bearingDeg * Math.PI) / 180;
  const [x, y] = [halfPx * Math.sin(angle), -halfPx * Math.cos(angle)];
  line(context, -x, -y, x, y);
}
