import type * as L from 'leaflet';
import { pressedKey } from '#web/ui/composing.ts';
import type { TargetsLayer } from './layers/targets.ts';

const keyStepPx = 12;
const steps: Record<string, [number, number]> = {
  ArrowLeft: [-keyStepPx, 0],
  ArrowRight: [keyStepPx, 0],
  ArrowUp: [0, -keyStepPx],
  ArrowDown: [0, keyStepPx],
};

/**
 * Data blocks are dragged with the pointer; that of the selected target is moved with Alt and the arrow keys, and put back
 * with Alt and Home. Gives what ends it.
 */
export function dragBlocks(map: L.Map, layer: TargetsLayer, selectedId: () => string | null): () => void {
  const container = map.getContainer();
  let drag: { id: string; fromX: number; fromY: number; dx: number; dy: number; moved: boolean } | null =
    null;

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { left, top } = container.getBoundingClientRect();
    const found = layer.blocks.blockAt(event.clientX - left, event.clientY - top);
    if (!found) return;
    drag = { ...found, fromX: event.clientX, fromY: event.clientY, moved: false };
    // The map below stays where it is.
    map.dragging.disable();
  };
  const move = (event: PointerEvent) => {
    if (!drag || !event.isPrimary) return;
    const [x, y] = [event.clientX - drag.fromX, event.clientY - drag.fromY];
    // A click that trembles is a click.
    if (!drag.moved && Math.hypot(x, y) < 4) return;
    drag.moved = true;
    layer.blocks.put(drag.id, { dx: drag.dx + x, dy: drag.dy + y });
    layer.redrawBlocks();
  };
  const up = () => {
    if (!drag) return;
    drag = null;
    map.dragging.enable();
  };
  const key = (event: KeyboardEvent) => {
    const id = selectedId();
    if (!event.altKey || id === null) return;
    const step = steps[pressedKey(event)];
    const place = layer.blocks.placeOf(id);
    if (pressedKey(event) === 'Home') layer.blocks.put(id, null);
    else if (step && place) layer.blocks.put(id, { dx: place.dx + step[0], dy: place.dy + step[1] });
    else return;
    event.preventDefault();
    layer.redrawBlocks();
  };
  // Before Leaflet hears of it.
  container.addEventListener('pointerdown', down, true);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
  window.addEventListener('keydown', key);
  return () => {
    container.removeEventListener('pointerdown', down, true);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', up);
    window.removeEventListener('keydown', key);
  };
}
