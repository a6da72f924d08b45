import type { AirspaceCheckView, AirspaceDetail, AirspaceItem } from '#contract/airspace/airspace-output.ts';

/** Airspaces as the server answers them, each with what its test is about. */

export function airspaceItem(id: number, values: Partial<AirspaceItem> = {}): AirspaceItem {
  return {
    id,
    version: 1,
    nameEn: null,
    name: `空域 ${id}`,
    kind: 'temporary',
    airspaceClass: null,
    company: 1,
    companyName: '云翼通航',
    shape: 'circle',
    geometry: null,
    center: { type: 'Point', coordinates: [104.3, 30.9] },
    radiusM: 500,
    startBearing: null,
    endBearing: null,
    centerline: null,
    widthM: null,
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 300, unit: 'm', reference: 'AGL' },
    validFrom: '2026-01-01T00:00:00.000Z',
    validTo: '2036-01-01T00:00:00.000Z',
    schedule: null,
    sharing: null,
    designator: `ZUR${id}`,
    missionType: null,
    activityNature: '航空摄影',
    entryExit: '自南侧进出',
    controlUnit: null,
    frequencyMhz: null,
    source: null,
    sourceEn: null,
    remark: null,
    state: 1,
    stateText: '已批复',
    auditState: 2,
    auditStateText: '已通过',
    auditOpinion: null,
    acceptState: null,
    acceptText: null,
    waiting: false,
    openState: null,
    openChangedAt: null,
    openReason: null,
    openEvents: [],
    proposedLevel: null,
    submittedAt: null,
    decideBy: null,
    decidedAt: null,
    reason: null,
    createdAt: null,
    updatedAt: null,
    labels: {},
    ...values,
  };
}

export function airspaceDetail(airspace: AirspaceItem, values: Partial<AirspaceDetail> = {}): AirspaceDetail {
  return {
    airspace,
    events: [],
    versions: [],
    actions: [],
    extensionAsk: null,
    flows: [],
    stepIndex: null,
    activations: [],
    now: new Date().toISOString(),
    timeZone: 'Asia/Shanghai',
    ...values,
  };
}

export function airspaceCheck(values: Partial<AirspaceCheckView> = {}): AirspaceCheckView {
  return {
    ok: true,
    findings: [],
    proposedLevel: null,
    levelText: '',
    authority: null,
    submitBy: null,
    decideBy: null,
    rule: '',
    geometry: null,
    ...values,
  };
}
