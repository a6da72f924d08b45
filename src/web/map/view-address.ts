import type { MapView } from './map-view.ts';

/** Centre and zoom in an address: `lat=30.57&lon=103.94&z=8`. Null where it names none that can be. */
export function viewIn(query: URLSearchParams): MapView | null {
  const [latitude, longitude, zoom] = ['lat', 'lon', 'z'].map((name) => {
    const text = query.get(name);
    return text === null || text.trim() === '' ? Number.NaN : Number(text);
  });
  if (latitude === undefined || longitude === undefined || zoom === undefined) return null;
  const isPlace = Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 && zoom >= 2 && zoom <= 18;
  return isPlace ? { latitude, longitude, zoom } : null;
}

/** The same, as the parameters of an address. */
export function viewParameters({ latitude, longitude, zoom }: MapView): Record<'lat' | 'lon' | 'z', string> {
  return { lat: latitude.toFixed(4), lon: longitude.toFixed(4), z: String(Math.round(zoom * 10) / 10) };
}
