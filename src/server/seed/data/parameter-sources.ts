/** What the sources of parameters are called in English, by what they are called in Chinese. */
export const sourcesInEnglish: Readonly<Record<string, string>> = {
  '《通用航空飞行管制条例》（北京时间）': 'Order 371 (Beijing time)',
  '《通用航空飞行管制条例》第九条': 'Order 371, art. 9',
  '《通用航空飞行管制条例》第十条': 'Order 371, art. 10',
  '《通用航空飞行管制条例》第十六条': 'Order 371, art. 16',
  '《通用航空飞行管制条例》第十七条': 'Order 371, art. 17',
  '《通用航空飞行管制条例》第十七条（提前量为本系统约定）':
    'Order 371, art. 17 (how long before: set by this system)',
  '《通用航空飞行管制条例》第十八条': 'Order 371, art. 18',
  '《通用航空飞行管制条例》第四十一条（条例未规定时限）': 'Order 371, art. 41 (which sets no time)',
  '《无人驾驶航空器飞行管理暂行条例》第二十六条': 'Order 761, art. 26',
  '《无人驾驶航空器飞行管理暂行条例》第二十九条': 'Order 761, art. 29',
  '《无人驾驶航空器飞行管理暂行条例》第三十条': 'Order 761, art. 30',
  '《飞行基本规则》第十四条': 'Flight Basic Rules, art. 14',
  '《飞行基本规则》第二十三条': 'Flight Basic Rules, art. 23',
  '《飞行基本规则》第三十八条': 'Flight Basic Rules, art. 38',
  '《飞行基本规则》第三十八条（幅度为本系统约定）':
    'Flight Basic Rules, art. 38 (how much: set by this system)',
  '《网络安全法》第二十一条（日志留存不少于六个月）':
    'Cybersecurity Law, art. 21 (logs are kept for six months at least)',
  本系统约定: 'Set by this system',
  '地方做法（部分单位为 120 分钟）': 'Local practice (120 minutes at some units)',
  'ASTM F3548-21 OiMaxPlanHorizonDays': 'ASTM F3548-21 OiMaxPlanHorizonDays',
  'ASTM F3548-21（相交精度 1 cm）': 'ASTM F3548-21 (intersection to 1 cm)',
  'ASTM F3411 近实时窗口': 'ASTM F3411, near-real-time window',
  'ICAO Doc 4444 / Annex 11（INCERFA）': 'ICAO Doc 4444 / Annex 11 (INCERFA)',
  'ICAO Doc 4444 4.4.2': 'ICAO Doc 4444, 4.4.2',
  'ICAO Doc 4444 第 4.10 节；本系统约定': 'ICAO Doc 4444, section 4.10; set by this system',
  'ICAO Annex 11, 6.4.1.1': 'ICAO Annex 11, 6.4.1.1',
  '国际民航公约附件 2 第 4 章；本系统约定': 'ICAO Annex 2, chapter 4; set by this system',
  '国际民航公约附件 11 第 5 章': 'ICAO Annex 11, chapter 5',
  'tar1090 默认值': 'Default of tar1090',
  'readsb 等的做法': 'As in readsb and others',
  'ASP.NET Boilerplate 默认值': 'Default of ASP.NET Boilerplate',
  'DO-365B': 'DO-365B',
  'RTCA DO-260B': 'RTCA DO-260B',
  'gpsjam.org 的做法': 'As on gpsjam.org',
  'DO-365B 第一阶段；本系统对低空通用航空的约定':
    'DO-365B, phase 1; set by this system for low-altitude general aviation',
  '美国国家气象局航空气象中心的飞行类别；本系统取整':
    'Flight categories of the Aviation Weather Center (US National Weather Service); rounded by this system',
};
