-- trigram indexes find Chinese titles; shipped with every PostgreSQL
CREATE EXTENSION IF NOT EXISTS pg_trgm;
