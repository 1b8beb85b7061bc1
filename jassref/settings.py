"""Settings, all of them from the environment; without any, a fresh machine serves plain HTTP on SQLite.

`DATABASE_URL` and the `JASSREF_…` variables read here are the only ones there are.
"""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from environ import Env

from jassref.databases import database
from jassref.secret import machine_key

env = Env()


def names(variable: str, *, default: str = "") -> list[str]:
    """Answer a list that the environment gives with commas."""
    return [name.strip() for name in env.str(variable, default=default).split(",") if name.strip()]


BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("JASSREF_VAR_DIR", default="") or BASE_DIR / "var")  # what the service itself keeps

# --- Who may call, and how --------------------------------------------------------------------------------------------

SECRET_KEY = env.str("JASSREF_SECRET_KEY", default="") or machine_key(VAR_DIR / "secret_key")
DEBUG = env.bool("JASSREF_DEBUG", default=False)
ALLOWED_HOSTS = names("JASSREF_ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")

HTTPS = env.bool("JASSREF_HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]  # probes come from inside, past the proxy
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Other names of the domain, and the preload lists of browsers, are not ours to decide about.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "api.problems.documents.csrf_failure_view"

RATE_TOKEN = env.int("JASSREF_RATE_TOKEN", default=500)  # requests a second; 0: no limit
RATE_ADDRESS = env.int("JASSREF_RATE_ADDRESS", default=2000)
RATE_DEAR = env.int("JASSREF_RATE_DEAR", default=120)  # requests a minute whose work grows with the game; 0: no limit
BODY_SECONDS = env.float("JASSREF_BODY_SECONDS", default=30)  # how long a client may take to send a body
PROXIES = env.int("JASSREF_PROXIES", default=0)  # how many proxies in front of us write X-Forwarded-For

CORS_ALLOW_ALL_ORIGINS = "*" in names("JASSREF_CORS_ORIGINS")
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else names("JASSREF_CORS_ORIGINS")
CORS_URLS_REGEX = r"^/(?!admin/)"
CORS_ALLOW_HEADERS = [
    "accept-language",
    "authorization",
    "content-type",
    "if-match",
    "if-none-match",
    "prefer",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "ETag",
    "Location",
    "Retry-After",
    "Preference-Applied",
    "X-Request-Id",
    "WWW-Authenticate",
    "Allow",
    "Content-Language",
    "Content-Disposition",
]

# --- What it is made of -----------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "scoring",  # first: its templates stand before those of the admin
    "jassref.desk.ReviewDeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "api",
]

MIDDLEWARE = [
    "api.http.request_id.RequestIdMiddleware",  # first: every answer carries the id, also a refusal from further in
    # The next three give their headers to every answer, also to a preflight and to a static file.
    "api.http.middleware.PolicyMiddleware",
    "api.http.middleware.CompressionMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "api.http.middleware.WholeBodyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scoring.desk.language.DeskLanguageMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "api.http.middleware.LoginLimitMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]

ROOT_URLCONF = "jassref.urls"
WSGI_APPLICATION = "jassref.wsgi.application"
ASGI_APPLICATION = "jassref.asgi.application"
APPEND_SLASH = False  # no trailing slash in the API, never a redirect

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Where it is kept -------------------------------------------------------------------------------------------------

DATABASES = {"default": database(env, default_file=VAR_DIR / "jassref.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- Languages, times, static files -----------------------------------------------------------------------------------

USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
    ("tr", "Türkçe"),
]

USE_TZ = True
TIME_ZONE = "UTC"

LOGIN_REDIRECT_URL = "admin:index"  # where `next` leads to another site, or nowhere

STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True  # served from the packages themselves: nothing to collect first

# --- The REST API -----------------------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "EXCEPTION_HANDLER": "api.problems.documents.exception_handler",
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.http.authentication.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["api.http.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["api.http.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.http.negotiation.Negotiation",
    "DEFAULT_SCHEMA_CLASS": "api.openapi.document.AutoSchema",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
    "FORMAT_SUFFIX_KWARG": None,
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "jassref",
    "DESCRIPTION": "Record, score and referee games of Jass.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_PATCH": False,  # a PATCH asks for what its request says, no less
    # Choices stand where they are used: one name for each would have to be invented, and kept.
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enum_id_removal",
        "api.openapi.introduction.introduced",
    ],
}

# --- What it says about itself ----------------------------------------------------------------------------------------

# To stderr, a line per event with the id of its request, and nothing in it of what a request or an answer holds.
LOG = env.str("JASSREF_LOG", default="text")
LOG_FORMATTERS = {"text": "api.http.logs.TextFormatter", "json": "api.http.logs.JSONFormatter"}
if LOG not in LOG_FORMATTERS:
    raise ImproperlyConfigured("JASSREF_LOG must be text or json.")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": LOG_FORMATTERS[LOG]},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        # Django's own handlers would mail whole requests, bodies and headers with them.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Every request has its line already (jassref.access); what went wrong in a 5xx comes here.
        "django.request": {"level": "ERROR"},
        # A scanner with a Host of its own invention is no event, and its header has no place here.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL"},
    },
}
