CREATE TABLE boardwalk_health (
	id INTEGER NOT NULL, 
	checked DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE boardwalk_players (
	player VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	since DOUBLE NOT NULL, 
	PRIMARY KEY (player)
);
CREATE TABLE boardwalk_ratings (
	game VARCHAR NOT NULL, 
	way VARCHAR NOT NULL, 
	player VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	value DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	ended DOUBLE NOT NULL, 
	PRIMARY KEY (game, way, player)
);
CREATE TABLE boardwalk_results (
	room VARCHAR NOT NULL, 
	"match" INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	player VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	score INTEGER NOT NULL, 
	value DOUBLE NOT NULL, 
	gain DOUBLE NOT NULL, 
	ended DOUBLE NOT NULL, 
	PRIMARY KEY (room, "match", seat)
);
CREATE INDEX ix_boardwalk_results_player ON boardwalk_results (player);
CREATE TABLE boardwalk_rooms (
	room VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	touched DOUBLE NOT NULL, 
	writer BIGINT NOT NULL, 
	PRIMARY KEY (room)
);
CREATE INDEX ix_boardwalk_rooms_touched ON boardwalk_rooms (touched);
CREATE TABLE boardwalk_solved (
	game VARCHAR NOT NULL, 
	day INTEGER NOT NULL, 
	who VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	count INTEGER NOT NULL, 
	room VARCHAR NOT NULL, 
	ended DOUBLE NOT NULL, 
	PRIMARY KEY (game, day, who)
);
CREATE TABLE boardwalk_listed (
	room VARCHAR NOT NULL, 
	seen DOUBLE NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (room), 
	FOREIGN KEY(room) REFERENCES boardwalk_rooms (room) ON DELETE CASCADE
);
CREATE INDEX ix_boardwalk_listed_seen ON boardwalk_listed (seen);
CREATE TABLE boardwalk_log (
	room VARCHAR NOT NULL, 
	"match" INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	action INTEGER NOT NULL, 
	writer BIGINT NOT NULL, 
	PRIMARY KEY (room, "match", number), 
	FOREIGN KEY(room) REFERENCES boardwalk_rooms (room) ON DELETE CASCADE
)
 WITHOUT ROWID;
