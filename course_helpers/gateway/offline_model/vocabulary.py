"""Lists of words that tell what kind of thing is meant: occupations, diets, tools that people choose."""

from __future__ import annotations

import re

OCCUPATION = (
    r"(?:nurse|teacher|doctor|lawyer|engineer|developer|programmer|designer|architect|accountant|chef|cook|baker|pilot|"
    r"student|writer|author|editor|journalist|photographer|artist|musician|scientist|researcher|analyst|consultant|"
    r"manager|director|electrician|plumber|carpenter|mechanic|driver|farmer|gardener|barista|waiter|waitress|dentist|"
    r"pharmacist|librarian|translator|interpreter|firefighter|police officer|paramedic|veterinarian|vet|biologist|"
    r"chemist|physicist|mathematician|economist|historian|psychologist|therapist|physiotherapist|surgeon|midwife|"
    r"professor|lecturer|tutor|coach|trainer|salesperson|marketer|recruiter|secretary|receptionist|cashier|technician|"
    r"administrator|tester|data scientist|product owner|freelancer|founder|entrepreneur|actor|actress|singer|dancer|"
    r"painter|sculptor|tailor|florist|butcher|fisherman|sailor|soldier|judge|diplomat|astronomer|geologist|botanist|"
    r"illustrator|animator|producer|intern|apprentice|cleaner|janitor|builder|welder|beekeeper|optician|radiologist|"
    r"cardiologist|anaesthetist|pediatrician|paediatrician|statistician|planner|operator|bookkeeper|banker|trader)"
)
DIET = (
    r"(?:vegetarian|vegan|pescatarian|gluten[- ]free|lactose[- ]intolerant|dairy[- ]free|diabetic|celiac|coeliac|"
    r"halal|kosher|gluten[- ]intolerant)"
)
_UNITS = {
    "database": "PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Redis Cassandra DynamoDB Oracle Neo4j CockroachDB "
    "DuckDB Snowflake BigQuery Supabase Firebase",
    "framework": "FastAPI Django Flask Rails Laravel Spring Express Next.js React Vue Angular Svelte Starlette "
    "LangGraph LangChain NestJS Phoenix Nuxt Remix",
    "language used": "Python JavaScript TypeScript Java Kotlin Swift Rust Go Golang Ruby PHP Scala Haskell Elixir C++ C# "
    "Julia R Perl Dart Clojure",
    "cloud": "AWS Azure GCP Heroku Vercel Netlify DigitalOcean Hetzner Fly.io Render Cloudflare",
    "queue": "Kafka RabbitMQ Celery SQS",
    "editor": "VS Code Vim Neovim Emacs PyCharm IntelliJ Zed",
    "orchestrator": "Kubernetes Docker Nomad",
    "operating system": "Linux Ubuntu Debian Fedora macOS Windows",
}
UNITS = {
    name.lower(): kind
    for kind, names in _UNITS.items()
    for name in (["VS Code", *names.replace("VS Code ", "").split()] if "VS Code" in names else names.split())
}
# Also everyday words: they count only with a capital.
_EVERYDAY = {"go", "r", "rust", "spring", "express", "render", "remix", "oracle", "swift", "julia", "dart", "phoenix",
             "react", "flask", "celery", "windows", "nomad", "zed", "ruby", "angular", "perl"}  # fmt: skip
_names = sorted(UNITS, key=len, reverse=True)
_spelled = {name.lower(): name for names in _UNITS.values() for name in ["VS Code", *names.split()]}
CHOICES = (
    "(?:"
    + "|".join(f"(?-i:{re.escape(_spelled[n])})" if n in _EVERYDAY else re.escape(n) for n in _names)
    + r")(?![\w+#])"
)
