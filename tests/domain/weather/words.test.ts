import { describe, expect, it } from 'vitest';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { visibilityWords, weatherWords } from '#domain/weather/phenomenon-words.ts';
import { heightText, reportWords, type Wording, warningPhenomenon, windText } from '#domain/weather/words.ts';
import {
  conditions,
  forecast,
  layer,
  observation,
  visibility,
  warning,
  wind,
} from '../../support/weather.ts';

const zh: Wording = { locale: 'zh-Hans', timeZone: 'Asia/Shanghai' };
const en: Wording = { locale: 'en', timeZone: 'Asia/Shanghai' };
const texts = (lines: ReturnType<typeof reportWords>) => lines.map(({ label, text }) => `${label} ${text}`);

const group = (
  code: string,
  intensity: 'light' | 'moderate' | 'heavy' | 'vicinity',
  descriptor: string | null,
  ...phenomena: string[]
) => ({
  code,
  intensity,
  descriptor,
  phenomena,
});

describe('bounds', () => {
  it('of a visibility are less or more than it', () => {
    const below = { minimumM: 402, direction: null, bound: 'below' } as const;
    expect([visibilityWords(below, 'en'), visibilityWords(below, 'zh-Hans')]).toEqual([
      'less than 400 m',
      '小于 400 m',
    ]);
    expect(visibilityWords({ minimumM: 9_656, direction: null, bound: 'above' }, 'en')).toBe(
      'more than 9,600 m',
    );
  });

  it('of a height are up to it, or from it', () => {
    const level = { value: 300, unit: 'FL', reference: 'STD' } as const;
    const texts = (of: Parameters<typeof heightText>[0]) => [heightText(of, 'en'), heightText(of, 'zh-Hans')];
    expect(texts({ lower: null, upper: level })).toEqual(['up to FL300', 'FL300 以下']);
    expect(texts({ lower: level, upper: null })).toEqual(['FL300 and above', 'FL300 以上']);
    expect(texts({ lower: { ...level, value: 180 }, upper: level })).toEqual([
      'FL180 – FL300',
      'FL180 – FL300',
    ]);
    expect(texts({ lower: null, upper: null })).toEqual(['', '']);
  });
});

describe('a report in words', () => {
  it('says a fine METAR in both languages', () => {
    expect(texts(reportWords(observation(), zh))).toEqual([
      '报文 11-07 17:00 CST',
      '风 西北风（320°）2 m/s（4 kt）',
      '能见度 CAVOK：能见度 10 km 以上，无重要云和天气',
      '温度 16 °C，露点 5 °C',
      'QNH 1023 hPa',
      '趋势 未来两小时无重要变化',
    ]);
    expect(texts(reportWords(observation(), en))).toEqual([
      'Report 11-07 17:00 CST',
      'Wind From north-west (320°) at 2 m/s (4 kt)',
      'Visibility CAVOK: 10 km or more, no significant cloud or weather',
      'Temperature 16 °C, dew point 5 °C',
      'QNH 1023 hPa',
      'Trend No significant change within two hours',
    ]);
  });

  it('says what a special report says', () => {
    const poor = observation({
      kind: 'SPECI',
      ...conditions({
        wind: wind(20, 9, { gustMps: 15, variableDeg: [350, 50] }),
        ...visibility(1_200),
        weather: [group('+TSRA', 'heavy', 'TS', 'RA'), group('BR', 'moderate', null, 'BR')],
        cloud: [{ ...layer('BKN', 1_000), type: 'CB' }],
      }),
      isWithoutChange: false,
      runwayVisualRange: [{ runway: '18', lowM: 900, highM: null, bound: null, tendency: 'down' }],
      trend: [{ kind: 'TEMPO', from: null, to: null, conditions: conditions({ ...visibility(800) }) }],
    });
    expect(texts(reportWords(poor, en))).toEqual([
      'Report 11-07 17:00 CST, Special report',
      'Wind From north-north-east (020°) at 9 m/s (17 kt), gusting 15 m/s (29 kt), varying between 350° and 50°',
      'Visibility 1,200 m',
      'Runway visual range Runway 18: 900 m, falling',
      'Weather heavy thunderstorm with rain; mist',
      'Cloud Broken (5–7 oktas) at 1,000 ft (300 m), cumulonimbus',
      'Temperature 16 °C, dew point 5 °C',
      'QNH 1023 hPa',
      'Trend Temporarily 800 m',
    ]);
    expect(texts(reportWords(poor, zh))).toContain('天气 强雷雨；轻雾');
  });

  it('says a forecast with its changes', () => {
    const taf = forecast({
      amendment: 'AMD',
      changes: [
        {
          kind: 'PROB30 TEMPO',
          from: Date.UTC(2026, 10, 7, 12),
          to: Date.UTC(2026, 10, 7, 15),
          conditions: conditions({ weather: [group('-RA', 'light', null, 'RA')] }),
        },
      ],
      maximumC: { value: 18, at: Date.UTC(2026, 10, 8, 6) },
    });
    expect(texts(reportWords(taf, zh))).toEqual([
      '报文 11-07 17:00 CST，修订预报',
      '有效时间 11-07 17:00 CST 至 11-08 17:00 CST',
      '风 西北风（320°）4 m/s（8 kt）',
      '能见度 CAVOK：能见度 10 km 以上，无重要云和天气',
      '变化 11-07 20:00 CST 至 11-07 23:00 CST 概率 30% 短时：小雨',
      '气温 最高 18 °C（11-08 14:00 CST）',
    ]);
  });

  it('says a warning, and its cancellation', () => {
    expect(texts(reportWords(warning(), zh))).toEqual([
      '报文 重要气象情报 2',
      '情报区 ZBPE',
      '有效时间 11-07 17:00 CST 至 11-07 21:00 CST',
      '现象 严重颠簸（预报）',
      '范围 整个情报区或未说明',
      '高度 FL180 – FL340',
      '移动 向东，36 km/h',
      '强度 强度不变',
    ]);
    const off = reportWords(warning({ isCancellation: true, cancels: '2' }), en);
    expect(texts(off).at(-1)).toBe('Report Cancels 2');
    expect(warningPhenomenon('SOMETHING NEW', 'en')).toBe('SOMETHING NEW');
  });

  it.each([
    [group('-RA', 'light', null, 'RA'), '小雨', 'light rain'],
    [group('RA', 'moderate', null, 'RA'), '中雨', 'moderate rain'],
    [group('+SHSN', 'heavy', 'SH', 'SN'), '强阵雪', 'heavy snow showers'],
    [group('VCTS', 'vicinity', 'TS'), '附近有雷暴', 'thunderstorm in the vicinity'],
    [group('FZFG', 'moderate', 'FZ', 'FG'), '冻雾', 'freezing fog'],
    [group('-RASN', 'light', null, 'RA', 'SN'), '小雨伴雪', 'light rain with snow'],
    [group('XX', 'moderate', null, 'XX'), 'XX', 'XX'],
  ])('says $0.code', (weather, chinese, english) => {
    expect(weatherWords(weather, 'zh-Hans')).toBe(chinese);
    expect(weatherWords(weather, 'en')).toBe(english);
  });

  it('says calm and variable winds', () => {
    expect(windText(wind(0, 0), 'en')).toBe('Calm');
    expect(windText(wind(null, 1), 'zh-Hans')).toBe('风向不定，1 m/s（2 kt）');
  });

  it('has every text in both languages', () => {
    const keys = (locale: 'zh-Hans' | 'en') =>
      Object.keys(sharedTexts[locale]).filter((key) => key.startsWith('weather.'));
    expect(keys('zh-Hans')).toEqual(keys('en'));
  });
});
