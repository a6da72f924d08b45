import * as L from 'leaflet';
import { normalLongitude, type Position } from '#domain/geo/geodesy.ts';
import type { Shape } from '#domain/geo/shapes.ts';
import { pressedKey } from '#web/ui/composing.ts';
import type { SnapTo } from './drawing.ts';
import { type Handle, handlesOf, moved, withoutCorner } from './handles.ts';

interface Deps {
  /** What the shape would become; at every step of a drag. */
  onPreview: (shape: Shape) => void;
  /** What it has become. */
  onShape: (shape: Shape) => void;
  snapTo: SnapTo;
  /** Names a handle for people who do not see it. */
  nameOf: (handle: Handle) => string;
}

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Handles of a shape on a Leaflet map: dragged by the pointer, moved by the arrow keys (ten times as far with Shift), a corner
 * taken away by Delete or a click with the other button.
 */
export function createHandles(map: L.Map, { onPreview, onShape, snapTo, nameOf }: Deps) {
  const layer = L.layerGroup().addTo(map);
  let markers = new Map<string, { handle: Handle; marker: L.Marker }>();
  let shape: Shape | null = null;

  function show(next: Shape | null): void {
    const focused = [...markers].find(
      ([, { marker }]) => marker.getElement() === document.activeElement,
    )?.[0];
    layer.clearLayers();
    markers = new Map();
    shape = next;
    if (!next) return;
    for (const handle of handlesOf(next)) add(handle);
    if (focused) markers.get(focused)?.marker.getElement()?.focus();
  }

  function add(handle: Handle): void {
    const name = nameOf(handle);
    const size = handle.role === 'middle' ? 10 : 14;
    const marker = L.marker(near(map, handle.at), {
      icon: L.divIcon({ className: `cw-handle cw-handle-${handle.role}`, iconSize: [size, size] }),
      draggable: true,
      autoPan: true,
      bubblingMouseEvents: false,
      title: name,
      zIndexOffset: handle.role === 'corner' ? 1000 : 900,
    });
    marker.on('drag', () => {
      if (shape) preview(moved(shape, handle, placeOf(marker, handle)), handle.id);
    });
    marker.on('dragend', () => {
      if (shape) onShape(moved(shape, handle, placeOf(marker, handle)));
    });
    marker.on('contextmenu', () => removeCorner(handle));
    layer.addLayer(marker);
    const element = marker.getElement();
    element?.setAttribute('aria-label', name);
    element?.addEventListener('keydown', (event) => onKey(event, handle, marker));
    markers.set(handle.id, { handle, marker });
  }

  function placeOf(marker: L.Marker, { role }: Handle): Position {
    const { lat, lng } = marker.getLatLng();
    const free = { latitude: lat, longitude: normalLongitude(lng) };
    // Radius, bearing and width are figures: they follow the pointer; places are fitted.
    const fitted = role === 'corner' || role === 'middle' || role === 'centre' ? snapTo(lat, lng) : null;
    if (fitted) marker.setLatLng(near(map, fitted));
    return fitted ?? free;
  }

  /** The other handles go with the shape while one is dragged. */
  function preview(next: Shape, dragged: string): void {
    if (!dragged.startsWith('middle')) {
      for (const handle of handlesOf(next)) {
        if (handle.id !== dragged) markers.get(handle.id)?.marker.setLatLng(near(map, handle.at));
      }
    }
    onPreview(next);
  }

  function removeCorner({ role, index }: Handle): void {
    if (!shape || role !== 'corner') return;
    const next = withoutCorner(shape, index);
    if (next !== shape) onShape(next);
  }

  function onKey(event: KeyboardEvent, handle: Handle, marker: L.Marker): void {
    const arrow = arrows[pressedKey(event)];
    if (arrow && shape) {
      // The map would pan.
      event.preventDefault();
      event.stopPropagation();
      const far = event.shiftKey ? 10 : 1;
      const point = map.latLngToContainerPoint(marker.getLatLng()).add([arrow[0] * far, arrow[1] * far]);
      const { lat, lng } = map.containerPointToLatLng(point);
      onShape(moved(shape, handle, { latitude: lat, longitude: normalLongitude(lng) }));
    } else if (pressedKey(event) === 'Delete' || pressedKey(event) === 'Backspace') {
      event.preventDefault();
      removeCorner(handle);
    }
  }

  return {
    show,
    stop(): void {
      layer.remove();
    },
  };
}

export type Handles = ReturnType<typeof createHandles>;

/** In the copy of the world that the map shows. */
export function near(map: L.Map, { latitude, longitude }: Position): L.LatLngTuple {
  const turns = Math.round((map.getCenter().lng - longitude) / 360);
  return [latitude, longitude + 360 * turns];
}
