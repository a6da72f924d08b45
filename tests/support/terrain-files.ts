import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeArrayBuffer } from 'geotiff';

/** A tile of SRTM in three arc seconds, each point as the function says; null: not measured. */
export async function writeHgt(
  folder: string,
  name: string,
  heightAt: (row: number, column: number) => number | null,
): Promise<void> {
  const side = 1_201;
  const bytes = Buffer.alloc(side * side * 2);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      bytes.writeInt16BE(heightAt(row, column) ?? -32_768, (row * side + column) * 2);
    }
  }
  await writeFile(path.join(folder, name), bytes);
}

/** A GeoTIFF in geographic coordinates whose pixels are `stepDeg` wide; null: not measured. */
export async function writeGeoTiff(
  folder: string,
  name: string,
  place: { west: number; north: number; stepDeg: number; columns: number; rows: number },
  heightAt: (row: number, column: number) => number | null,
): Promise<void> {
  const { west, north, stepDeg, columns, rows } = place;
  const values = Float32Array.from(
    { length: columns * rows },
    (_, index) => heightAt(Math.floor(index / columns), index % columns) ?? -9_999,
  );
  const bytes = await writeArrayBuffer(values, {
    width: columns,
    height: rows,
    ModelTiepoint: [0, 0, 0, west, north, 0],
    ModelPixelScale: [stepDeg, stepDeg, 0],
    GTModelTypeGeoKey: 2,
    GTRasterTypeGeoKey: 1,
    GeographicTypeGeoKey: 4326,
    GDAL_NODATA: '-9999',
  });
  await writeFile(path.join(folder, name), Buffer.from(bytes));
}
