import type { Finding } from '#domain/conflicts/nets/safety-net.ts';

/** What the scenes of the demo (demo-scenes.ts, demo-scene-flight.ts) are to raise each hour. */
export interface ExpectedScene {
  name: string;
  net: Finding['net'];
  /** The aircraft in it, by callsign. */
  aircraft?: readonly string[];
  /** A part of the key of its reason. */
  reason?: string;
  /** Of one without aircraft: a value of its reason. */
  about?: string;
}

export const expectedScenes: readonly ExpectedScene[] = [
  { name: 'more sightseers than the area may hold', net: 'density', about: '龙门山观光空域（告警演示）' },
  { name: 'a sightseer below the minimum altitude', net: 'terrain', aircraft: ['B70TD'] },
  { name: 'radio failure', net: 'emergency', aircraft: ['B70TB'] },
  { name: 'take-off not reported', net: 'takeOffReport', about: 'B10SV' },
  { name: 'north of its route', net: 'conformance', aircraft: ['B10SV'], reason: 'lateral' },
  { name: 'above its levels', net: 'conformance', aircraft: ['B10SV'], reason: 'vertical' },
  { name: 'flying after its end', net: 'conformance', aircraft: ['B10SV'], reason: 'late' },
  { name: 'not heard', net: 'lostSignal', aircraft: ['B10SV'] },
  { name: 'not landed in time', net: 'overdue', about: 'B10SV' },
  { name: 'recall not acknowledged', net: 'orders', about: 'B10SV' },
  { name: 'through a prohibited and a closed area', net: 'areas', aircraft: ['B30TE'] },
  { name: 'hijack', net: 'emergency', aircraft: ['B30TE'] },
  { name: 'engine failure', net: 'emergency', aircraft: ['B30TF'] },
  { name: 'through a restricted area', net: 'areas', aircraft: ['B30TF'] },
  { name: 'head on', net: 'pairs', aircraft: ['B30TG', 'B30TH'] },
  { name: 'a position to the side', net: 'spoofed', aircraft: ['B30TJ'], reason: 'leap' },
  { name: 'an impossible climb', net: 'spoofed', aircraft: ['B30TJ'], reason: 'impossibleClimb' },
  { name: 'two under one address', net: 'spoofed', aircraft: ['B30TK'], reason: 'duplicateAddress' },
  { name: 'a weather radar that fails', net: 'feeds', about: '演示天气雷达' },
];

/** The scene to which a finding belongs. */
export const sceneOf = ({ net, targets, reason }: Finding): ExpectedScene | undefined =>
  expectedScenes.find(
    (scene) =>
      scene.net === net &&
      (!scene.reason || reason.key.split('.')[2]?.startsWith(scene.reason)) &&
      (!scene.about || Object.values(reason.values ?? {}).includes(scene.about)) &&
      (scene.aircraft ?? []).every((callsign) => targets.some((target) => target.callsign === callsign)),
  );
