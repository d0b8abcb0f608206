#pragma once

/// Texts that products which keep robots out send in the place of a page.
///
/// Out: tables for stand_in.cc. A row is a text that the product sends with a challenge or a
///      refusal, and not with the pages that it lets through.
///
/// Source: answers of these products and of sites that run them, as of 2026.
/// Thread safety: const data.

#include <array>
#include <string_view>

namespace porthole::gatherer {

/// A field of the head of an answer.
struct HeaderMark {
  enum class When : std::uint8_t {
    kAlways,  ///< Whatever page it comes with.
    kThin,    ///< With a page of few words, or another status than that of a page.
    kRefused  ///< With another status than that of a page.
  };
  std::string_view product;
  std::string_view name;   ///< In lower case.
  std::string_view value;  ///< Begins the value, without regard to case; "" = any value.
  When when = When::kAlways;
};

inline constexpr std::array kHeaderMarks = {
    HeaderMark{"Cloudflare", "cf-mitigated", "challenge"},
    HeaderMark{"Vercel", "x-vercel-mitigated", ""},
    HeaderMark{"AWS WAF", "x-amzn-waf-action", ""},
    HeaderMark{"Kasada", "x-kasada", "", HeaderMark::When::kThin},
    HeaderMark{"Kasada", "x-kpsdk-ct", "", HeaderMark::When::kThin},
    HeaderMark{"DataDome", "x-dd-b", "", HeaderMark::When::kThin},
    HeaderMark{"DataDome", "x-datadome", "", HeaderMark::When::kRefused},
    HeaderMark{"HUMAN", "x-px-", "", HeaderMark::When::kRefused},
    HeaderMark{"Imperva", "x-iinfo", "", HeaderMark::When::kRefused},
    HeaderMark{"Imperva", "x-cdn", "incapsula", HeaderMark::When::kRefused},
    HeaderMark{"Akamai", "x-akamai-session-info", "", HeaderMark::When::kRefused},
    HeaderMark{"Akamai", "akamai-cache-status", "error", HeaderMark::When::kRefused},
    HeaderMark{"Akamai", "server", "akamaighost", HeaderMark::When::kRefused},
    HeaderMark{"Sucuri", "x-sucuri-block", ""},
    HeaderMark{"Sucuri", "server", "sucuri", HeaderMark::When::kRefused},
    HeaderMark{"DDoS-Guard", "server", "ddos-guard", HeaderMark::When::kRefused},
    HeaderMark{"Qrator", "server", "qrator", HeaderMark::When::kRefused},
    HeaderMark{"Hostinger", "server", "hcdn", HeaderMark::When::kRefused},
    HeaderMark{"Distil", "x-distil-cs", "", HeaderMark::When::kRefused},
};

/// A cookie that comes with an answer: counts with another status than that of a page.
struct CookieMark {
  std::string_view product;
  std::string_view begin;  ///< The name begins so.
};
inline constexpr std::array kCookieMarks = {
    CookieMark{"Akamai", "_abck="},           CookieMark{"Akamai", "bm_sz="},
    CookieMark{"DataDome", "datadome="},      CookieMark{"HUMAN", "_px"},
    CookieMark{"Imperva", "incap_ses_"},      CookieMark{"Imperva", "visid_incap_"},
    CookieMark{"Imperva", "reese84="},        CookieMark{"AWS WAF", "aws-waf-token="},
    CookieMark{"Reblaze", "rbzid="},          CookieMark{"Anubis", "techaro.lol-anubis"},
    CookieMark{"Anubis", "within.website-x"}, CookieMark{"Qrator", "qrator_"},
    CookieMark{"Kasada", "KP_UIDz"},          CookieMark{"Fastly", "_fs_ch_"},
};

/// A text of the markup.
struct BodyMark {
  std::string_view product;
  std::string_view text;    ///< As it is sent.
  std::size_t words = 250;  ///< It says nothing of a page with more visible words.
};
inline constexpr std::size_t kMostWordsOfChallenge = 250;

inline constexpr std::array kBodyMarks = {
    BodyMark{"Anubis", "/.within.website/x/cmd/anubis/"},
    BodyMark{"Anubis", "anubis_challenge"},
    BodyMark{"go-away", "/.well-known/.git.gammaspectra.live/git/go-away/"},
    BodyMark{"Cloudflare", "_cf_chl_opt"},
    BodyMark{"Cloudflare", "jschl-answer"},
    BodyMark{"Cloudflare", "/orchestrate/chl_page/"},
    BodyMark{"Cloudflare", "/orchestrate/jsch/"},
    BodyMark{"Cloudflare", "/orchestrate/managed/"},
    BodyMark{"Cloudflare", "cf-error-details"},
    BodyMark{"Vercel", "/.well-known/vercel/security/"},
    BodyMark{"DataDome", "captcha-delivery.com"},
    BodyMark{"HUMAN", "px-captcha"},
    BodyMark{"HUMAN", "_pxAction"},
    BodyMark{"HUMAN", "/captcha/captcha.js", 60},
    BodyMark{"Imperva", "_Incapsula_Resource?SWUDNSAI", 60},
    BodyMark{"Imperva", "_Incapsula_Resource?CWUDNSAI", 60},
    BodyMark{"Imperva", "_Incapsula_Resource", 2},
    BodyMark{"Akamai", "sec-if-cpt-container"},
    BodyMark{"Akamai", "sec-cpt-if"},
    BodyMark{"Akamai", "bm-verify", 60},
    BodyMark{"Akamai", "bmak.sensor_data", 2},
    BodyMark{"AWS WAF", "gokuProps"},
    BodyMark{"AWS WAF", "awsWafCookieDomainList"},
    BodyMark{"AWS WAF", ".awswaf.com/", 0},
    BodyMark{"Kasada", "/ips.js?", 2},
    BodyMark{"Kasada", "window.KPSDK", 2},
    BodyMark{"Kasada", "__kasada", 2},
    BodyMark{"F5", "bobcmn", 60},
    BodyMark{"F5", "/TSPD/", 2},
    BodyMark{"F5 Shape", "istlWasHere", 60},
    BodyMark{"Radware", "validate.perfdrive.com"},
    BodyMark{"Radware", "shieldsquare", 100},
    BodyMark{"DDoS-Guard", "/.well-known/ddos-guard/", 60},
    BodyMark{"DDoS-Guard", "check.ddos-guard.net", 60},
    BodyMark{"Qrator", "/__qrator/", 60},
    BodyMark{"Qrator", "qauth_handle_validate", 60},
    BodyMark{"StackPath", "/sbbi/?sbbpg="},
    BodyMark{"StackPath", "sbbgscc", 60},
    BodyMark{"Sucuri", "sucuri_cloudproxy"},
    BodyMark{"Reblaze", "window.rbzns", 60},
    BodyMark{"Reblaze", "rbzns={", 60},
    BodyMark{"Imunify360", "wsidchk", 100},
    BodyMark{"Imunify360", "imunify360-captcha"},
    BodyMark{"SiteGround", "/.well-known/sgcaptcha/"},
    BodyMark{"Hostinger", "/hcdn-cgi/jschallenge"},
    BodyMark{"Distil", "distil_r_captcha"},
    BodyMark{"Distil", "distil_referrer", 100},
    BodyMark{"Fastly", "/_fs-ch-", 0},
    BodyMark{"Basedflare", "/.basedflare/"},
    BodyMark{"SafeLine", "/.safeline/"},
    BodyMark{"Alibaba", "x5secdata"},
    BodyMark{"Alibaba", "acw_sc__v2", 60},
    BodyMark{"Baidu Yunjiasu", "yunsuo_session", 60},
    BodyMark{"Tencent", "tcaptcha_transform", 60},
    BodyMark{"Amazon", "csm-captcha-instrumentation"},
    BodyMark{"Amazon", "/errors/validateCaptcha"},
    BodyMark{"Google", "/sorry/index"},
    BodyMark{"Google", "id=\"captcha-form\""},
    BodyMark{"Yandex", "/checkcaptcha"},
    BodyMark{"Yandex", "/showcaptcha"},
    BodyMark{"testcookie", "slowAES.decrypt", 60},
    BodyMark{"BitNinja", "bitninja-captcha", 100},
    BodyMark{"Wordfence", "wordfence/lib/wf503"},
    BodyMark{"Ocule", "ocule.co.uk", 2},
    BodyMark{"Cheq", "cheqzone.com", 0},
};

/// A widget that asks whether a person is there: ordinary pages have it in their forms, too. It
/// counts with words that ask the same, and alone on a page of next to no words.
inline constexpr std::array kCaptchaMarks = {
    BodyMark{"reCAPTCHA", "g-recaptcha"},
    BodyMark{"reCAPTCHA", "recaptcha/api"},
    BodyMark{"reCAPTCHA", "recaptcha/enterprise"},
    BodyMark{"hCaptcha", "h-captcha"},
    BodyMark{"hCaptcha", "hcaptcha.com"},
    BodyMark{"Cloudflare Turnstile", "cf-turnstile"},
    BodyMark{"Cloudflare Turnstile", "challenges.cloudflare.com/turnstile"},
    BodyMark{"Friendly Captcha", "frc-captcha"},
    BodyMark{"Friendly Captcha", "friendlyChallenge"},
    BodyMark{"Arkose Labs", "arkoselabs.com"},
    BodyMark{"GeeTest", "geetest"},
    BodyMark{"Captcha.eu", "captcha.eu"},
    BodyMark{"Captcha.eu", "CaptchaEU"},
    BodyMark{"Tencent", "TencentCaptcha"},
    BodyMark{"Tencent", "turing.captcha"},
    BodyMark{"ALTCHA", "altcha-widget"},
    BodyMark{"mCaptcha", "mcaptcha__"},
    BodyMark{"Prosopo", "procaptcha"},
};

/// The title, or the words that a page begins with, of a challenge or a refusal; in lower case,
/// with straight apostrophes. Holds for a page of few words and links.
struct WordsMark {
  std::string_view product;  ///< "" where several use them.
  std::string_view words;
};
inline constexpr std::array kChallengeTitles = {
    WordsMark{"Anubis", "making sure you're not a bot"},
    WordsMark{"Cloudflare", "just a moment..."},
    WordsMark{"Cloudflare", "attention required! | cloudflare"},
    WordsMark{"Cloudflare", "please wait... | cloudflare"},
    WordsMark{"Vercel", "vercel security checkpoint"},
    WordsMark{"DDoS-Guard", "ddos-guard"},
    WordsMark{"SiteGround", "robot challenge screen"},
    WordsMark{"Fastly", "client challenge"},
    WordsMark{"AWS WAF", "human verification"},
    WordsMark{"HUMAN", "access to this page has been denied"},
    WordsMark{"HUMAN", "robot or human"},
    WordsMark{"Imperva", "pardon our interruption"},
    WordsMark{"Radware", "radware bot manager captcha"},
    WordsMark{"Radware", "radware captcha page"},
    WordsMark{"Radware", "shieldsquare captcha"},
    WordsMark{"Sucuri", "sucuri website firewall"},
    WordsMark{"F5", "request rejected"},
    WordsMark{"Akamai", "challenge validation"},
    WordsMark{"BitNinja", "waiting for the redirectiron"},
    WordsMark{"Imunify360", "one moment, please..."},
    WordsMark{"Yandex", "are you not a robot"},
    WordsMark{"Weibo", "sina visitor system"},
    WordsMark{"Google", "before you continue to google"},
    WordsMark{"Google", "- youtube"},
    WordsMark{"Instagram", "login \u2022 instagram"},
    WordsMark{"Tencent", "请点击按钮开始验证"},
    WordsMark{"", "checking your browser"},
    WordsMark{"", "checking you are not a bot"},
    WordsMark{"", "verifying your browser"},
    WordsMark{"", "verifying you are human"},
    WordsMark{"", "are you a robot"},
    WordsMark{"", "are you human"},
    WordsMark{"", "verify you are human"},
    WordsMark{"", "verify you are a human"},
    WordsMark{"", "please verify you are"},
    WordsMark{"", "bot verification"},
    WordsMark{"", "security checkpoint"},
    WordsMark{"", "access denied"},
};

inline constexpr std::array kChallengeWords = {
    WordsMark{"Anubis", "making sure you're not a bot"},
    WordsMark{"Cloudflare", "enable javascript and cookies to continue"},
    WordsMark{"Cloudflare", "needs to review the security of your connection"},
    WordsMark{"Cloudflare", "checking if the site connection is secure"},
    WordsMark{"Imperva", "request unsuccessful. incapsula incident id"},
    WordsMark{"Imperva", "pardon our interruption"},
    WordsMark{"HUMAN", "access to this page has been denied"},
    WordsMark{"HUMAN", "press & hold to confirm you are"},
    WordsMark{"F5", "the requested url was rejected. please consult with your administrator"},
    WordsMark{"F5", "please enable javascript to view the page content. your support id"},
    WordsMark{"CloudFront", "the request could not be satisfied"},
    WordsMark{"Reblaze", "protected by reblaze"},
    WordsMark{"Wordfence", "your access to this site has been limited by the site owner"},
    WordsMark{"Google", "our systems have detected unusual traffic from your computer network"},
    WordsMark{"Reddit", "blocked by network security"},
    WordsMark{"Amazon", "enter the characters you see below"},
    WordsMark{"Sucuri", "sucuri website firewall"},
    WordsMark{"Akamai", "errors.edgesuite.net"},
    WordsMark{"testcookie", "this site requires javascript to work, please enable javascript in"},
    WordsMark{"", "checking your browser before"},
    WordsMark{"", "please verify you are"},
    WordsMark{"", "please verify that you are"},
    WordsMark{"", "verify you are human"},
    WordsMark{"", "verify you are a human"},
    WordsMark{"", "verify that you are human"},
    WordsMark{"", "verify that you are not a robot"},
    WordsMark{"", "confirm you are human"},
    WordsMark{"", "confirm that you are human"},
    WordsMark{"", "confirm you are not a robot"},
    WordsMark{"", "prove you are human"},
    WordsMark{"", "prove that you are human"},
    WordsMark{"", "are you a robot?"},
    WordsMark{"", "making sure that you are not a bot"},
    WordsMark{"", "dass sie kein roboter sind"},
    WordsMark{"", "que vous n'êtes pas un robot"},
    WordsMark{"", "que no eres un robot"},
    WordsMark{"", "что вы не робот"},
};

}  // namespace porthole::gatherer
