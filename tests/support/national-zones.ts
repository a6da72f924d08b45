/**
 * A national ED-269 file: `zones` zones of `corners` corners each, one beside the other around `south` and `west`
 * (degrees), with a byte order mark; every tenth leaves its upper limit out, as national files do. 1,226 zones of 350
 * corners have some 17 MB, as the files of France and Switzerland.
 */
export function nationalZones({
  zones = 1_226,
  corners = 350,
  south,
  west,
}: {
  zones?: number;
  corners?: number;
  south: number;
  west: number;
}): string {
  const across = Math.ceil(Math.sqrt(zones));
  const features = Array.from({ length: zones }, (_, index) => {
    const [x, y] = [west + (index % across) * 0.05, south + Math.floor(index / across) * 0.05];
    return {
      identifier: `TST${String(index).padStart(4, '0')}`,
      country: 'TST',
      name: `Zone ${index}`,
      type: 'COMMON',
      restriction: 'REQ_AUTHORISATION',
      restrictionConditions: 'Ask the authority before the flight',
      reason: ['AIR_TRAFFIC'],
      otherReasonInfo: '',
      regulationExemption: 'NO',
      zoneAuthority: [{ name: 'Authority', service: 'Drones', purpose: 'AUTHORIZATION' }],
      applicability: [{ permanent: 'YES' }],
      geometry: [
        {
          uomDimensions: 'M',
          lowerLimit: 0,
          lowerVerticalReference: 'AGL',
          ...(index % 10 === 9 ? {} : { upperLimit: 120, upperVerticalReference: 'AGL' }),
          horizontalProjection: { type: 'Polygon', coordinates: [ringAround(x, y, corners)] },
        },
      ],
    };
  });
  return `\ufeff${JSON.stringify({ features })}`;
}

function ringAround(x: number, y: number, corners: number): [number, number][] {
  const ring = Array.from({ length: corners }, (_, corner): [number, number] => {
    const turn = (corner / corners) * 2 * Math.PI;
    return [x + 0.02 * Math.cos(turn), y + 0.02 * Math.sin(turn)];
  });
  return [...ring, ring[0] ?? [x, y]];
}
