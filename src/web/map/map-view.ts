/** Where a map stands. */
export interface MapView {
  /** WGS-84 degrees. */
  latitude: number;
  longitude: number;
  zoom: number;
}

/** All of the country: where a map opens until it has something to show. */
export const everywhere: MapView = { latitude: 34.5, longitude: 108.9, zoom: 4 };
