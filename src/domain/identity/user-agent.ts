/** What a person would call the device and the program behind a User-Agent header. */
export interface UserAgent {
  device: 'desktop' | 'phone' | 'tablet' | 'program';
  /** e.g. `Chrome 120`; empty: not known. */
  browser: string;
  /** e.g. `Windows`; empty: not known. */
  system: string;
}

/** In order: what calls itself Chrome too comes before Chrome. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['WeChat', /\bMicroMessenger\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
];

const systems: [name: string, pattern: RegExp][] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Windows', /Windows NT/],
  ['iPadOS', /iPad/],
  ['iOS', /iPhone|iPod/],
  ['Android', /Android/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** Reads as much as can be told; the header is whatever its sender wrote. */
export function readUserAgent(header: string): UserAgent {
  const system = systems.find(([, pattern]) => pattern.test(header))?.[0] ?? '';
  const found = browsers.flatMap(([name, pattern]) => {
    const version = pattern.exec(header)?.[1];
    return version ? [`${name} ${version}`] : [];
  });
  const browser = found[0] ?? /^[\w.-]{1,40}(?=\/)/.exec(header.replace(/^Mozilla\b.*/, ''))?.[0] ?? '';
  return { device: deviceOf(header, found.length > 0, system), browser, system };
}

function deviceOf(header: string, known: boolean, system: string): UserAgent['device'] {
  if (!known) return 'program';
  if (system === 'iPadOS' || /Tablet/.test(header)) return 'tablet';
  if (system === 'Android') return /Mobile/.test(header) ? 'phone' : 'tablet';
  return system === 'iOS' || /Mobile/.test(header) ? 'phone' : 'desktop';
}
