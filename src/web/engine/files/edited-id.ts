/** The id in `/path/{id}/edit`, where the address is that of this record type. */
export function editedId(pathname: string, path: string): number | null {
  const id = pathname.startsWith(`${path}/`)
    ? /^\/(\d+)\/edit\/?$/.exec(pathname.slice(path.length))?.[1]
    : undefined;
  return id === undefined ? null : Number(id);
}
