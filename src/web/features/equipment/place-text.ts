/** E.g. `30.38°N 104.13°E`. */
export function placeText(longitude: number, latitude: number): string {
  const text = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(2)}°${value < 0 ? negative : positive}`;
  return `${text(latitude, 'N', 'S')} ${text(longitude, 'E', 'W')}`;
}
