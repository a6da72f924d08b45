import type { StaticPage } from '#domain/record/records.gen.ts';

/** Texts that every installation begins with; an administrator replaces them by their own. */
export const staticPages: StaticPage[] = [
  {
    code: 'authProtocol',
    title: '用户注册与服务协议',
    titleEn: 'Registration and service agreement',
    content: `# 一、服务内容
本系统为通用航空企业、空管单位和飞行服务机构提供飞行计划与空域的申报、审批、监视和统计服务。申报经受理和批准后方可实施飞行，提交申报不等于获得批准。

# 二、注册与认证
注册单位应当提交真实、准确、完整的企业信息和资质文件，并在变更后及时更新。注册后须经认证受理，受理通过前不得使用计划和空域申报功能。

# 三、账户
账户由注册单位指定的人员使用，不得出借或转让。以该账户进行的操作视为注册单位的行为。发现账户被他人使用时应立即修改密码并通知管理员。

# 四、飞行安全责任
注册单位对所申报内容的真实性、航空器的适航状态、飞行人员的资质以及飞行实施的安全负责。

# 五、信息的使用与保护
系统收集的企业、人员和航空器信息仅用于资质审核、计划与空域的审批以及飞行安全监视，依照法律法规保存和提供。身份证件号码只对录入和审核人员可见。

# 六、协议的变更与终止
协议更新后将在注册页公布。注册单位可以申请注销账户；存在弄虚作假的，认证可被撤销。`,
    contentEn: `# 1. The service
The system serves general aviation companies, air traffic bodies and flight service stations: flight plans and airspace are filed, approved, watched and counted in it. A flight may take place only after its plan has been accepted and approved; filing alone is no approval.

# 2. Registration and certification
A company that registers gives true, accurate and complete information and papers, and keeps them up to date. Plans and airspace can be filed only once its certification has been accepted.

# 3. Accounts
An account is used by the person whom the company names; it is neither lent nor passed on. What is done with it is done by the company. Whoever notices that somebody else uses it changes the password at once and tells the administrator.

# 4. Responsibility for safety
The company answers for the truth of what it files, for the airworthiness of its aircraft, for the qualification of its crews and for the safety of its flights.

# 5. Information
Information on companies, people and aircraft is used for certification, for the approval of plans and airspace and for the safety of flight, and is kept and passed on as the law provides. Identity numbers are seen only by those who enter and those who examine them.

# 6. Changes and end
A new version of this agreement is published at the registration. A company may have its account closed; where something was falsified, the certification may be withdrawn.`,
    isPublic: true,
  },
  {
    code: 'privacy',
    title: '隐私说明',
    titleEn: 'Privacy notice',
    content: `注册时收集企业名称、统一社会信用代码、联系人、手机号码和资质文件，用于认证受理和联系申请人。

手机号码只对受理人员可见；来源网络地址用于防止批量注册。未提交的申请由管理员清理。`,
    contentEn: `At the registration we take the company's name, its social credit code, a contact, a mobile number and its papers. They serve to examine the application and to reach the applicant.

The number is seen by those who examine; the network address serves against mass registration. Applications that are never submitted are removed by the administrator.`,
    isPublic: true,
  },
];
