import { mpsPerKnot } from '#domain/geo/units.ts';
import type { MapColours } from '#web/map/map-colours.ts';
import type { StationLook } from './map-feature.ts';

/** The ring stands around the symbol of the aerodrome, pixels. */
const ringPx = 10;
const staffPx = 24;
const barbPx = 9;
const stepPx = 4;

const categoryColours = { VFR: 'vfr', MVFR: 'mvfr', IFR: 'ifr', LIFR: 'lifr' } as const;

export const stationColour = ({ category }: StationLook): keyof MapColours =>
  category === null ? 'neutral' : categoryColours[category];

/**
 * A station: a ring whose kind says its category as its colour does (one line, dashed, two lines, two thick ones; dotted where
 * it is not known), and the wind as a barb: the staff towards where it comes from, a half feather for 5 kt, a whole one
 * for 10, a flag for 50, on the side of low pressure in the northern hemisphere (WMO-No. 485).
 */
export function drawStation(
  context: CanvasRenderingContext2D,
  look: StationLook,
  px: number,
  py: number,
  colours: MapColours,
  colour: keyof MapColours = stationColour(look),
): void {
  const { category, wind } = look;
  context.save();
  context.translate(px, py);
  context.strokeStyle = colours[colour];
  context.fillStyle = colours[colour];
  context.lineCap = 'round';
  context.lineWidth = category === 'LIFR' ? 3 : 2;
  context.setLineDash(category === 'MVFR' ? [5, 3] : category === null ? [1, 4] : []);
  ring(context, ringPx);
  context.setLineDash([]);
  if (category === 'IFR' || category === 'LIFR') {
    context.lineWidth = 1.5;
    ring(context, ringPx + 4);
  }
  if (wind) barb(context, wind.directionDeg, Math.round(wind.speedMps / mpsPerKnot));
  context.restore();
}

function ring(context: CanvasRenderingContext2D, radiusPx: number): void {
  context.beginPath();
  context.arc(0, 0, radiusPx, 0, 2 * Math.PI);
  context.stroke();
}

/** Feathers from the end of the staff inwards; none below 3 kt, and no direction without one. */
function barb(context: CanvasRenderingContext2D, directionDeg: number | null, knots: number): void {
  let left = Math.round(knots / 5) * 5;
  if (directionDeg === null || left === 0) return;
  context.rotate((directionDeg * Math.PI) / 180);
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(0, -ringPx);
  context.lineTo(0, -ringPx - staffPx);
  context.stroke();
  let y = -ringPx - staffPx;
  for (; left >= 50; left -= 50) {
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(barbPx, y + stepPx / 2);
    context.lineTo(0, y + stepPx);
    context.closePath();
    context.fill();
    y += stepPx + 2;
  }
  // A half feather alone stands a step inside the end, so that it is told from a whole one.
  if (left < 10 && y === -ringPx - staffPx) y += stepPx;
  for (; left > 0; left -= 10) {
    const length = left >= 10 ? barbPx : barbPx / 2;
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(length, y - length / 2.5);
    context.stroke();
    y += stepPx;
  }
}
