import type { Mode } from '#web/ui/palette.ts';

/** What the canvases of the map are painted with (experience.md §3). Every colour has a shape or a word beside it. */
export interface MapColours {
  sea: string;
  land: string;
  coast: string;
  /** Lakes, and rivers as lines. */
  water: string;
  river: string;
  waterName: string;
  /** Of the installation's own base map: woods, built-up land, roads, railways, runways, houses. */
  wood: string;
  urban: string;
  road: string;
  mainRoad: string;
  rail: string;
  runway: string;
  building: string;
  graticule: string;
  place: string;
  halo: string;
  ink: string;
  /** A target with a plan, without one, on the ground. */
  targetPlan: string;
  target: string;
  targetGround: string;
  trail: string;
  selected: string;
  open: string;
  closed: string;
  application: string;
  neutral: string;
  route: string;
  aerodrome: string;
  point: string;
  obstacle: string;
  boundary: string;
  plan: string;
  planFlying: string;
  /** Flight categories, from good to bad; areas of SIGMET and AIRMET. */
  vfr: string;
  mvfr: string;
  ifr: string;
  lifr: string;
  sigmet: string;
  airmet: string;
  /** Areas of NOTAMs. */
  notam: string;
  /** Rain by intensity, from light to extreme. */
  rain1: string;
  rain2: string;
  rain3: string;
  rain4: string;
  rain5: string;
  rain6: string;
  /** Strokes of lightning by age, and the line around them. */
  strokeNew: string;
  strokeRecent: string;
  strokeOld: string;
  strokeEdge: string;
  /** Lines of equal height, and the heights on them. */
  contour: string;
  contourName: string;
}

export const mapColours: Record<Mode, MapColours> = {
  light: {
    sea: '#dbe6f0',
    land: '#f7f6f1',
    coast: '#9fb2c6',
    water: '#d3e2ef',
    river: '#a9c8e2',
    waterName: '#3d6d99',
    wood: '#e6efdf',
    urban: '#ece9e2',
    road: '#dcd6c8',
    mainRoad: '#d8b98a',
    rail: '#b3aca4',
    runway: '#c9c4d6',
    building: '#ddd8ce',
    graticule: 'rgba(70, 96, 128, 0.14)',
    place: '#5a6675',
    halo: 'rgba(255, 255, 255, 0.85)',
    ink: '#1f2a37',
    targetPlan: '#0b63d8',
    target: '#2f3b4c',
    targetGround: '#7b8797',
    trail: '#3f7fbf',
    selected: '#d9480f',
    open: '#1a8f3c',
    closed: '#cf1f2e',
    application: '#a35a00',
    neutral: '#6b7788',
    route: '#6a3fb5',
    aerodrome: '#34597f',
    point: '#0f7a80',
    obstacle: '#6b4e16',
    boundary: '#9a8fa8',
    plan: '#0f7a80',
    planFlying: '#0b63d8',
    vfr: '#1a8f3c',
    mvfr: '#0b63d8',
    ifr: '#cf1f2e',
    lifr: '#a8178f',
    sigmet: '#b01565',
    airmet: '#a35a00',
    notam: '#7a2f9c',
    rain1: '#6ec1f2',
    rain2: '#2f7fe0',
    rain3: '#1f9d4d',
    rain4: '#e0a800',
    rain5: '#e2531b',
    rain6: '#b3127a',
    strokeNew: '#ffe100',
    strokeRecent: '#ff9f1c',
    strokeOld: '#b45f06',
    strokeEdge: '#20160a',
    contour: '#b59a74',
    contourName: '#7a5f38',
  },
  dark: {
    sea: '#0b1220',
    land: '#16202f',
    coast: '#33475f',
    water: '#0d1829',
    river: '#27466a',
    waterName: '#7fa6d1',
    wood: '#15261f',
    urban: '#1d2736',
    road: '#2c394d',
    mainRoad: '#5a4d38',
    rail: '#3c4658',
    runway: '#454b66',
    building: '#232f41',
    graticule: 'rgba(140, 170, 210, 0.09)',
    place: '#7f8fa8',
    halo: 'rgba(9, 15, 26, 0.85)',
    ink: '#d5deeb',
    targetPlan: '#4fb0ff',
    target: '#e8eef7',
    targetGround: '#8090a8',
    trail: '#5fa8e6',
    selected: '#ffb454',
    open: '#3fcf6e',
    closed: '#ff5d63',
    application: '#f2b04a',
    neutral: '#8fa0b8',
    route: '#b794f6',
    aerodrome: '#8fb8e0',
    point: '#45c9cf',
    obstacle: '#d9b36a',
    boundary: '#5b5470',
    plan: '#45c9cf',
    planFlying: '#4fb0ff',
    vfr: '#3fcf6e',
    mvfr: '#5cb0ff',
    ifr: '#ff5d63',
    lifr: '#f07be0',
    sigmet: '#ff7ab8',
    airmet: '#f2b04a',
    notam: '#d08cf0',
    rain1: '#4a8fbf',
    rain2: '#3f7fe0',
    rain3: '#2fae5f',
    rain4: '#e0b83a',
    rain5: '#f0703c',
    rain6: '#e04fb0',
    strokeNew: '#fff04d',
    strokeRecent: '#ffad33',
    strokeOld: '#c87a2a',
    strokeEdge: '#0b0b0b',
    contour: '#6b5a42',
    contourName: '#b89f78',
  },
};

/** Letters drawn on a canvas. Figures of one width come from the font itself: both stacks have tabular figures. */
export const mapFont =
  '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",system-ui,"Segoe UI",sans-serif';
